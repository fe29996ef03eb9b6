import { safeTry } from 'neverthrow'
import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { DomainId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { findHostname } from '../links/create/find-hostname.ts'
import { findByRef, linkRefInput, namesOneLink } from '../links/link-ref.ts'
import { shortUrl } from '../links/short-url.ts'
import { defineUseCase } from '../use-case.ts'
import { qrCodeOf, qrFormatInput } from './make-qr-code.ts'
import { hasScannableColors, NOT_SCANNABLE, qrStyleInput } from './qr-style.ts'

const input = z
  .object({
    ...linkRefInput,
    domainId: id<DomainId>('domainId').nullish().describe('The id of the custom domain, instead of hostname.'),
    format: qrFormatInput,
    ...qrStyleInput,
  })
  .superRefine(namesOneLink)
  .refine(({ id, hostname, domainId }) => domainId == null || (id ?? hostname) == null, {
    path: ['domainId'],
    message: 'domainId requires slug and cannot be combined with hostname',
  })
  .refine(hasScannableColors, NOT_SCANNABLE)

/** A QR code of one of the caller's links, by id or slug, for surfaces that show a caller only its own links. */
export const makeOwnQrCode = defineUseCase({
  name: 'makeOwnQrCode',
  access: 'user',
  scope: 'links:read',
  input,
  run: (ports, caller, { id, slug, hostname, domainId, format, ...style }) =>
    safeTry(async function* () {
      const named = domainId == null ? hostname : yield* findHostname(ports, caller, { domainId })
      const link = yield* found(findByRef(ports, caller.owner, { id, slug, hostname: named }), 'Shortlink')
      return qrCodeOf(ports.qrCodes, shortUrl(ports.policy.baseUrl, link), format, style)
    }),
})
