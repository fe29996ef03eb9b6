import { err, ok, type Result } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { Policy } from '../ports.ts'
import { isReserved } from './reserved-slugs.ts'
import type { Rule } from './rules/rule.ts'

interface Targets {
  readonly target?: string | undefined
  readonly rules?: readonly Rule[] | null | undefined
}

/** Refuses targets that are short links of the service itself: one that led to another could lead visitors in circles. */
export function checkTargets(policy: Policy, { target, rules }: Targets): Result<void, ErrorOf<'invalid-input'>> {
  const isCircular = (target: string) => isOwnShortLink(policy, target)
  if (target !== undefined && isCircular(target)) return err(refusal('target', 'target'))
  const index = (rules ?? []).findIndex((rule) => isCircular(rule.target))
  return index < 0 ? ok() : err(refusal(`rules[${index}]: rule target`, `rules.${index}`))
}

const refusal = (name: string, path: string) => ({
  type: 'invalid-input' as const,
  message: `${name} must not be a short link of this service`,
  path,
})

/** The dashboard may be on a site of its own, whose pages are fair targets, and so are bio pages and other paths of the service. */
function isOwnShortLink({ baseUrl, appUrl, ownHosts }: Policy, target: string): boolean {
  const [{ hostname, port, pathname }, base] = [new URL(target), new URL(baseUrl)]
  const name = hostname.replace(/\.$/, '')
  const isOwn =
    name === base.hostname ? port === base.port : ownHosts.includes(name) && name !== new URL(appUrl).hostname
  const slug = isOwn && /^\/([A-Za-z0-9_-]{1,100})\/?$/.exec(decoded(pathname))?.[1]
  return Boolean(slug) && !isReserved(slug as string)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
