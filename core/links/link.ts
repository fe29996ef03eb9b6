import { z } from 'zod'
import type { Caller, Instant } from '../kernel/caller.ts'
import type { DomainId, LinkId, UserId } from '../kernel/ids.ts'
import { id, text } from '../kernel/input.ts'
import { linkTarget } from '../kernel/web-url.ts'
import { type Rule, Rules } from './rules/rule.ts'

export interface Link {
  readonly id: LinkId
  /** The custom domain the link lives on; empty for the service's own host. */
  readonly hostname: string
  readonly slug: string
  readonly target: string
  readonly title: string | null
  /** Nobody for an anonymous link. */
  readonly owner: UserId | null
  readonly enableTracking: boolean
  readonly rules: readonly Rule[]
  readonly hitCount: number
  readonly createdAt: Instant
  /** True while an operator has disabled it, or its owner's account: visitors are refused. */
  readonly disabled: boolean
}

/** A link without its rules, which may take most of its bytes. */
export type LinkOutline = Omit<Link, 'rules'>

const SLUG_LENGTH = 100
/** Slugs of this length are enough for a few million links before the first retry; see `createLink`. */
export const GENERATED_SLUG_LENGTH = 7

export const Target = linkTarget('target')
export const Title = text('title', { max: 500 })
export const Slug = text('slug', { min: 1, max: SLUG_LENGTH }).regex(
  /^[A-Za-z0-9_-]+$/,
  'slug may contain only A-Z a-z 0-9 _ -',
)

export const NewLink = z.object({
  target: Target,
  slug: Slug.nullish(),
  title: Title.nullish(),
  enableTracking: z.boolean('enableTracking must be true or false').nullish(),
  domainId: id<DomainId>().nullish(),
  rules: Rules.nullish(),
})
export type NewLink = z.output<typeof NewLink>

/**
 * Within a namespace a slug is taken once: the service's own host is one, and each owner of a custom domain has one there, so that who
 * takes a hostname over inherits no links.
 */
export const namespaceOf = ({ hostname, owner }: Pick<Link, 'hostname' | 'owner'>) =>
  hostname === '' ? '' : `${owner ?? ''}@${hostname}`

/** Anonymous links carry neither a title nor tracking, whatever was asked for. */
export function makeLink(
  caller: Caller,
  asked: NewLink,
  given: Pick<Link, 'id' | 'hostname' | 'slug' | 'createdAt'>,
): Link {
  const owned = caller.kind === 'user'
  return {
    ...given,
    target: asked.target,
    title: owned ? (asked.title ?? null) : null,
    owner: owned ? caller.userId : null,
    enableTracking: owned && (asked.enableTracking ?? true),
    rules: asked.rules ?? [],
    hitCount: 0,
    disabled: false,
  }
}
