import { err, errAsync, ok, okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { User } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { DomainId } from '../kernel/ids.ts'
import { id, text } from '../kernel/input.ts'
import { namespaceOf } from '../links/link.ts'
import { shortUrl } from '../links/short-url.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { qrCodeOf, qrFormatInput } from './make-qr-code.ts'
import { isScannable, NOT_SCANNABLE, qrStyleInput } from './qr-style.ts'

/** A QR code of one of the caller's links, for surfaces that never show another's. */
export const makeOwnQrCode = defineUseCase({
  name: 'makeOwnQrCode',
  access: 'user',
  input: z
    .object({
      slug: text('slug', { max: 2048 }),
      domainId: id<DomainId>().nullish(),
      format: qrFormatInput,
      ...qrStyleInput,
    })
    .refine(isScannable, NOT_SCANNABLE),
  run: (ports, caller, { slug, domainId, format, ...style }) =>
    hostnameOf(ports, caller, domainId).andThen((hostname) =>
      ResultAsync.fromSafePromise(
        ports.store.links.findBySlug(namespaceOf({ hostname, owner: caller.userId }), slug),
      ).andThen((link) =>
        link?.owner === caller.userId
          ? qrCodeOf(ports.qrCodes, shortUrl(ports.policy.baseUrl, link), format, style)
          : errAsync({ type: 'not-found' as const, what: 'Shortlink' as const }),
      ),
    ),
})

/** The caller's verified domain of that id; the service's own host without one. */
function hostnameOf(
  { store }: Ports,
  caller: User,
  domainId: DomainId | null | undefined,
): ResultAsync<string, ErrorOf<'not-found'>> {
  if (domainId == null) return okAsync('')
  return ResultAsync.fromSafePromise(store.domains.findOwned(caller.userId, domainId)).andThen((domain) =>
    domain?.verified ? ok(domain.hostname) : err({ type: 'not-found' as const, what: 'Domain' as const }),
  )
}
