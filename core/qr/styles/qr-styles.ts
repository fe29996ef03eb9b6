import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../../use-case.ts'

/** The caller's saved QR styles, oldest first. */
export const qrStyles = defineUseCase({
  name: 'qrStyles',
  access: 'user',
  scope: 'links:read',
  input: z.object({}),
  run: ({ store }, { owner }) => ResultAsync.fromSafePromise(store.qrStyles.list(owner)),
})
