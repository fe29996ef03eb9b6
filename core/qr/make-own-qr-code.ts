import { err, safeTry } from 'neverthrow'
import { z } from 'zod'
import type { DomainId } from '../kernel/ids.ts'
import { id, text } from '../kernel/input.ts'
import { findHostname } from '../links/find-hostname.ts'
import { namespaceOf } from '../links/link.ts'
import { shortUrl } from '../links/short-url.ts'
import { defineUseCase } from '../use-case.ts'
import { qrCodeOf, qrFormatInput } from './make-qr-code.ts'
import { isScannable, NOT_SCANNABLE, qrStyleInput } from './qr-style.ts'

/** A QR code of one of the caller's links, for surfaces that show a caller only its own links. */
export const makeOwnQrCode = defineUseCase({
  name: 'makeOwnQrCode',
  access: 'user',
  input: z
    .object({
      slug: text('slug', { max: 2048 }).describe("The link's slug; not its id."),
      domainId: id<DomainId>('domainId')
        .nullish()
        .describe("The id of the verified custom domain that the link lives on; the service's own host if left out."),
      format: qrFormatInput,
      ...qrStyleInput,
    })
    .refine(isScannable, NOT_SCANNABLE),
  run: (ports, caller, { slug, domainId, format, ...style }) =>
    safeTry(async function* () {
      const { userId: owner } = caller
      const hostname = yield* findHostname(ports, caller, { domainId })
      const link = await ports.store.links.findBySlug(namespaceOf({ hostname, owner }), slug)
      if (link?.owner !== owner) return err({ type: 'not-found' as const, what: 'Shortlink' as const })
      return qrCodeOf(ports.qrCodes, shortUrl(ports.policy.baseUrl, link), format, style)
    }),
})
