import { err, ok, okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { DAY_MS } from '../../analytics/analytics.port.ts'
import { OWN_HOST, readHost } from '../../domains/host-name.ts'
import type { Instant } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import { found } from '../../kernel/found.ts'
import type { UserId } from '../../kernel/ids.ts'
import { parseInput, text, withDefault } from '../../kernel/input.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { UNKNOWN_VISIT_DAYS, type UnknownVisit } from './unknown-visits.port.ts'

const MAX_HOSTNAME_LENGTH = 255
const MAX_TAKE = 100

const whole = (name: string, max: number, usual: number, about: string) =>
  withDefault(
    z
      .int(`${name} must be a whole number`)
      .min(1, `${name} must be at least 1`)
      .max(max, `${name} must be at most ${max}`),
    usual,
  ).describe(`${about}, 1 to ${max}.`)

/** Arguments of a list of unknown slugs. */
export const UnknownVisitsInput = z.object({
  hostname: text('hostname', { max: MAX_HOSTNAME_LENGTH })
    .nullish()
    .describe(
      `Only slugs on this verified custom domain of the caller, at most ${MAX_HOSTNAME_LENGTH} characters; all domains if omitted.`,
    ),
  days: whole('days', UNKNOWN_VISIT_DAYS, UNKNOWN_VISIT_DAYS, 'Number of UTC days, including today'),
  take: whole('take', MAX_TAKE, 20, 'Number of slugs'),
})
type Asked = z.output<typeof UnknownVisitsInput>

/** The start of the UTC day. */
export const dayOf = (at: Instant): Instant => at - (at % DAY_MS)

/** The start of the first of the days that end with today. */
const sinceOf = (at: Instant, days: number) => dayOf(at) - (days - 1) * DAY_MS

/** The start of the first retained day. */
export const unknownVisitsKeptFrom = (at: Instant) => sinceOf(at, UNKNOWN_VISIT_DAYS)

/** The unknown slugs that were visited on the caller's custom domains, most visits first. */
export const unknownVisits = defineUseCase({
  name: 'unknownVisits',
  access: 'user',
  scope: 'analytics:read',
  demand: 'large-read',
  input: UnknownVisitsInput,
  run: (ports, { owner }, asked) =>
    hostnameOf(ports, asked, owner).andThen((hostname) => topOf(ports, asked, hostname, owner)),
})

/** The same at all domains and the service's own hosts. For operators only, so no surface offers it. */
export const anyUnknownVisits = (
  ports: Pick<Ports, 'store' | 'clock' | 'policy'>,
  raw: z.input<typeof UnknownVisitsInput>,
): ResultAsync<readonly UnknownVisit[], ErrorOf<'not-found' | 'invalid-input'>> =>
  parseInput(UnknownVisitsInput, raw).asyncAndThen((asked) =>
    hostnameOf(ports, asked, null).andThen((hostname) => topOf(ports, asked, hostname, null)),
  )

function topOf(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { days, take }: Asked,
  hostname: string | undefined,
  owner: UserId | null,
) {
  const since = sinceOf(clock.now(), days)
  return ResultAsync.fromSafePromise(store.unknownVisits.top({ owner, hostname, since, take }))
}

/** The hostname in normal form, if its domain is the caller's; operators may name every host. */
function hostnameOf(
  { store, policy }: Pick<Ports, 'store' | 'policy'>,
  { hostname: given }: Asked,
  owner: UserId | null,
): ResultAsync<string | undefined, ErrorOf<'not-found'>> {
  if (given == null) return okAsync(undefined)
  const hostname = readHost(given.trim().toLowerCase(), new Set(policy.ownHosts))
  if (hostname === OWN_HOST && owner === null) return okAsync(hostname)
  return found(store.domains.findVerified(hostname), 'Domain').andThen((domain) =>
    owner === null || domain.owner === owner
      ? ok(hostname)
      : err({ type: 'not-found' as const, what: 'Domain' as const }),
  )
}
