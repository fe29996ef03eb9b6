import { errAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { text } from '../kernel/input.ts'
import { shortUrl } from '../links/short-url.ts'
import { defineUseCase } from '../use-case.ts'
import { qrCodeOf, qrFormatInput } from './make-qr-code.ts'
import { isScannable, NOT_SCANNABLE, qrStyleInput } from './qr-style.ts'

/** A QR code of one of the caller's links, for surfaces that never show another's. */
export const makeOwnQrCode = defineUseCase({
  name: 'makeOwnQrCode',
  access: 'user',
  input: z
    .object({ slug: text('slug', { max: 2048 }), format: qrFormatInput, ...qrStyleInput })
    .refine(isScannable, NOT_SCANNABLE),
  run: ({ store, qrCodes, policy }, caller, { slug, format, ...style }) =>
    ResultAsync.fromSafePromise(store.links.findBySlug('', slug)).andThen((link) =>
      link?.owner === caller.userId
        ? qrCodeOf(qrCodes, shortUrl(policy.baseUrl, link), format, style)
        : errAsync({ type: 'not-found' as const, what: 'Shortlink' as const }),
    ),
})
