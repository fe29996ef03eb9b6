import { z } from 'zod'
import { namesInput } from '../../audit/changes.ts'
import { found } from '../../kernel/found.ts'
import type { QrStyleId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'
import { hasScannableColors, NOT_SCANNABLE } from '../qr-style.ts'
import { savedQrStyleInput } from './design-input.ts'

/** Replaces a saved QR style: its name and its whole design. */
export const replaceQrStyle = defineUseCase({
  name: 'replaceQrStyle',
  access: 'user',
  scope: 'links:write',
  input: z
    .object({ id: id<QrStyleId>().describe("The style's id."), ...savedQrStyleInput })
    .refine(hasScannableColors, NOT_SCANNABLE),
  run: ({ store }, { owner }, { id, ...fields }) => found(store.qrStyles.replaceOwned(owner, id, fields), 'QR style'),
  audit: namesInput('QR_STYLE'),
})
