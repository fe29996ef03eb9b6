import { err, ok, type Result } from 'neverthrow'
import { z } from 'zod'
import { scopesOf, targetHostsOf, type User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import { boundedList, text } from '../../kernel/input.ts'
import { normalizeHostname } from '../../kernel/normalize-hostname.ts'
import { missingScope, SCOPES, scopesIn } from '../../kernel/scopes.ts'
import { hasHost, mayNotLinkTo } from '../../kernel/target-hosts.ts'
import type { ApiKey } from './api-key.ts'

const MAX_TARGET_HOSTS = 50
const MAX_HOST_LENGTH = 255

/** The scopes of a key, and the hosts that its links may lead to. */
export type KeyRights = Pick<ApiKey, 'scopes' | 'targetHosts'>

const atLeastOne = (name: string) =>
  [(list: readonly unknown[]) => list.length > 0, `${name} must not be empty`] as const

const TargetHost = text('targetHosts', { min: 1, max: MAX_HOST_LENGTH }).transform((value, context) => {
  const dot = value.startsWith('.') ? '.' : ''
  const name = normalizeHostname(value.slice(dot.length))
  if (name !== undefined) return `${dot}${name}`
  context.addIssue('targetHosts takes host names, such as example.com, or .example.com for it and all subdomains')
  return z.NEVER
})

/** The inputs of a new key for its {@link KeyRights}. */
export const keyRightsInputs = {
  scopes: boundedList(z.enum(SCOPES, `scopes takes ${SCOPES.join(', ')}`), SCOPES.length, {
    type: 'scopes must be a list',
    tooLong: `scopes takes at most ${SCOPES.length} items`,
  })
    .refine(...atLeastOne('scopes'))
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope)))
    .nullish()
    .describe(
      `The scopes of the key, at most ${SCOPES.length}: ${SCOPES.join(', ')}. Write and delete scopes include the read scope; links:write includes links:create. All if omitted; a key created with another key gets that key's scopes.`,
    ),
  targetHosts: boundedList(TargetHost, MAX_TARGET_HOSTS, {
    type: 'targetHosts must be a list',
    tooLong: `targetHosts takes at most ${MAX_TARGET_HOSTS} items`,
  })
    .refine(...atLeastOne('targetHosts'))
    .transform((hosts) => [...new Set(hosts)])
    .nullish()
    .describe(
      `The hosts that targets of the key's links must lead to, at most ${MAX_TARGET_HOSTS}: an exact name, or .example.com for example.com and all subdomains. Any host if omitted.`,
    ),
}

type Refusal = ErrorOf<'missing-scope' | 'invalid-input'>

/** Returns the rights of a new key: those given, which the caller's own credential must cover, and its own by default. */
export function rightsOfNewKey(
  caller: User,
  { scopes = null, targetHosts = null }: { readonly [Name in keyof KeyRights]?: KeyRights[Name] | undefined },
): Result<KeyRights, Refusal> {
  const [ownScopes, ownHosts] = [scopesOf(caller), targetHostsOf(caller)]
  const rights = { scopes: scopes ?? scopesIn(ownScopes), targetHosts: targetHosts ?? ownHosts }
  return checkCovered(caller, rights).map(() => rights)
}

/** Checks that the caller's credential has all of a key's rights. The error names the missing scope or the host. */
export function checkCovered(caller: User, { scopes, targetHosts }: KeyRights): Result<void, Refusal> {
  const scope = missingScope(scopesOf(caller), scopes ?? SCOPES)
  if (scope !== undefined) return err({ type: 'missing-scope', scope })
  const own = targetHostsOf(caller)
  if (own === null) return ok()
  if (targetHosts === null)
    return err({
      type: 'invalid-input',
      message: 'This API key may link only to its own target hosts',
      path: 'targetHosts',
    })
  const host = targetHosts.find((name) => !includesHosts(own, name))
  return host === undefined ? ok() : err(mayNotLinkTo(host, 'targetHosts'))
}

/** Whether a list includes every host that a name stands for. */
const includesHosts = (own: readonly string[], name: string) =>
  own.includes(name) ||
  (name.startsWith('.') ? own.some((mine) => mine.startsWith('.') && name.endsWith(mine)) : hasHost(own, name))
