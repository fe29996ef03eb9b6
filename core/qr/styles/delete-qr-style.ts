import { z } from 'zod'
import { namesInput } from '../../audit/changes.ts'
import { found } from '../../kernel/found.ts'
import type { QrStyleId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'

/** Deletes a saved QR style. Saved images stay as they are. */
export const deleteQrStyle = defineUseCase({
  name: 'deleteQrStyle',
  access: 'user',
  scope: 'links:write',
  input: z.object({ id: id<QrStyleId>().describe("The style's id.") }),
  run: ({ store }, { owner }, { id }) => found(store.qrStyles.deleteOwned(owner, id), 'QR style'),
  audit: namesInput('QR_STYLE'),
})
