import { z } from 'zod'
import { returnsRecord } from '../../audit/changes.ts'
import { inserted } from '../../kernel/found.ts'
import { defineUseCase } from '../../use-case.ts'
import { hasScannableColors, NOT_SCANNABLE } from '../qr-style.ts'
import { savedQrStyleInput } from './design-input.ts'
import { QR_STYLES_PER_ACCOUNT, type SavedQrStyle } from './saved-qr-style.ts'

/** Saves the design of QR codes under a name. */
export const createQrStyle = defineUseCase({
  name: 'createQrStyle',
  access: 'user',
  scope: 'links:write',
  demand: 'creates',
  input: z.object(savedQrStyleInput).refine(hasScannableColors, NOT_SCANNABLE),
  run({ store, ids, clock }, { owner }, fields) {
    const style: SavedQrStyle = { id: ids.qrStyle(), owner, ...fields, createdAt: clock.now() }
    return inserted(store.qrStyles.insert(style, QR_STYLES_PER_ACCOUNT), style, QR_STYLES_PER_ACCOUNT, 'QR styles')
  },
  audit: returnsRecord('QR_STYLE'),
})
