import { err, errAsync, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { Change } from '../audit/audit-entry.ts'
import { planLimit } from '../billing/plan-limit.ts'
import { addWithinPlan, findPlanStatus } from '../billing/plan-status.ts'
import type { Instant, User } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { type Domain, Hostname, MAX_HOSTNAME_INPUT_LENGTH } from './domain.ts'
import { OWN_HOST, readHost } from './host-name.ts'

const input = z.object({
  hostname: Hostname.describe(
    `The domain name, such as go.example.com, at most ${MAX_HOSTNAME_INPUT_LENGTH} characters.`,
  ),
})

/** Claiming a hostname again changes nothing. */
const claimed = ({ id, createdAt }: Domain, _input: unknown, at: Instant): Change[] =>
  createdAt < at ? [] : [{ kind: 'DOMAIN', id }]

/**
 * Claims a hostname. From then on it no longer serves the default namespace; it serves the owner's links once the claim is verified.
 * Returns the caller's existing claim of the hostname, verified or not, with its token.
 */
export const addDomain = defineUseCase({
  name: 'addDomain',
  access: 'user',
  scope: 'domains:write',
  demand: 'creates',
  input,
  run: (ports, caller, { hostname }) => claim(ports, caller, hostname),
  audit: claimed,
})

/** {@link addDomain} for agents (MCP): accounts on the FREE plan get `plan-limit`. */
export const addDomainOnPaidPlan = defineUseCase({
  name: 'addDomainOnPaidPlan',
  access: 'user',
  scope: 'domains:write',
  demand: 'creates',
  input,
  run: (ports, caller, { hostname }): ResultAsync<Domain, ClaimError> =>
    findPlanStatus(ports, caller.owner).andThen(({ effectivePlan }) =>
      effectivePlan === 'FREE' ? errAsync(planLimit(ports, effectivePlan, UNPAID)) : claim(ports, caller, hostname),
    ),
  audit: claimed,
})

const UNPAID = 'Custom domains over MCP need a Starter or Pro plan'

type ClaimError = ErrorOf<'invalid-input' | 'domain-taken' | 'plan-limit' | 'not-logged-in'>

function claim(ports: Ports, { owner }: User, hostname: string): ResultAsync<Domain, ClaimError> {
  const { ids, slugs, clock, policy } = ports
  if (readHost(hostname, new Set(policy.ownHosts)) === OWN_HOST) {
    return errAsync({ type: 'invalid-input', path: 'hostname', message: "hostname is the service's own" })
  }
  const domain: Domain = {
    id: ids.domain(),
    owner,
    hostname,
    verified: false,
    verifiedAt: null,
    sslStatus: 'none',
    txtToken: slugs.fresh(TOKEN_LENGTH),
    createdAt: clock.now(),
  }
  return addWithinPlan(
    ports,
    owner,
    'customDomains',
    (store) => store.domains.insert(domain),
    async (store) => (await store.domains.list(owner)).length,
  ).orElse((error) => (error.type === 'domain-taken' ? ownClaim(ports, owner, hostname) : errAsync(error)))
}

/** The owner's claim of the hostname; `domain-taken` if it was deleted meanwhile. */
const ownClaim = (
  { store }: Pick<Ports, 'store'>,
  owner: UserId,
  hostname: string,
): ResultAsync<Domain, ErrorOf<'domain-taken'>> =>
  ResultAsync.fromSafePromise(store.domains.list(owner)).andThen((claims) => {
    const claim = claims.find((claim) => claim.hostname === hostname)
    return claim ? ok(claim) : err({ type: 'domain-taken' as const })
  })

/** Characters of base58: 187 bits. */
const TOKEN_LENGTH = 32
