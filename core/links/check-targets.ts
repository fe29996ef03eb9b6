import { err, ok, type Result } from 'neverthrow'
import type { Caller } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { type TargetRules, targetHostError } from '../kernel/target-hosts.ts'
import type { Policy } from '../ports.ts'
import { isReserved } from './reserved-slugs.ts'
import type { Rule } from './rules/rule.ts'
import { isSlug } from './slug-form.ts'

interface Targets {
  readonly target?: string | undefined
  readonly fallbackTarget?: string | null | undefined
  readonly rules?: readonly Rule[] | null | undefined
}

interface TargetPorts extends TargetRules {
  readonly policy: Policy
}

/**
 * `invalid-input` for targets that are short links of this service, with or without an additional path, since they could form redirect
 * loops, for targets on blocked hosts, and for targets that the caller's API key must not link to.
 */
export function checkTargets(
  ports: TargetPorts,
  caller: Caller,
  { target, fallbackTarget, rules }: Targets,
): Result<void, ErrorOf<'invalid-input'>> {
  const checked: readonly (readonly [url: string | null | undefined, name: string, path: string])[] = [
    [target, 'target', 'target'],
    [fallbackTarget, 'fallbackTarget', 'fallbackTarget'],
    ...(rules ?? []).map((rule, index) => [rule.target, `rules[${index}]: rule target`, `rules.${index}`] as const),
  ]
  for (const [url, name, path] of checked) {
    if (url == null) continue
    if (isOwnShortLink(ports.policy, url)) return err(circularTarget(name, path))
    const elsewhere = targetHostError(ports, caller, url, path)
    if (elsewhere) return err(elsewhere)
  }
  return ok()
}

const circularTarget = (name: string, path: string) => ({
  type: 'invalid-input' as const,
  message: `${name} must not be a short link of this service`,
  path,
})

/** The path of a short link, alone or with a path to forward. The paths of its QR code are not links. */
const OWN_LINK = /^\/([^/]+)(?:\/(?!qr(?:\.[^/]*)?\/?$).*)?$/s

/** False for the dashboard's site, bio pages and other paths of the service, which are valid targets. */
function isOwnShortLink({ baseUrl, appUrl, ownHosts }: Policy, target: string): boolean {
  const [{ hostname, port, pathname }, base] = [new URL(target), new URL(baseUrl)]
  const name = hostname.replace(/\.$/, '')
  const isOwn =
    name === base.hostname ? port === base.port : ownHosts.includes(name) && name !== new URL(appUrl).hostname
  const slug = OWN_LINK.exec(decoded(pathname))?.[1]
  return isOwn && slug !== undefined && isSlug(slug) && !isReserved(slug)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
