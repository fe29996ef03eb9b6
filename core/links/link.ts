import { z } from 'zod'
import type { Caller, Instant } from '../kernel/caller.ts'
import type { DomainId, LinkId, UserId } from '../kernel/ids.ts'
import { id, text } from '../kernel/input.ts'
import { LINK_TARGET_RULE, linkTarget } from '../kernel/web-url.ts'
import { type LinkOptions, optionsOf } from './link-options.ts'
import { endsAfterStart, LinkPassword, optionInputs, PASSWORD_WORDS, stateInputs } from './option-inputs.ts'
import { ANONYMOUS_RULES_LIMIT, RULES_LIMIT, type Rule, Rules } from './rules/rule.ts'
import { SLUG_CHARACTERS, SLUG_LENGTH } from './slug-form.ts'

export interface Link extends LinkOptions {
  readonly id: LinkId
  /** The custom domain the link lives on; empty for the service's own host. */
  readonly hostname: string
  readonly slug: string
  readonly target: string
  readonly title: string | null
  /** Null for an anonymous link. */
  readonly owner: UserId | null
  readonly enableTracking: boolean
  readonly rules: readonly Rule[]
  readonly hitCount: number
  readonly createdAt: Instant
  /** When its owner last changed it, or created it. */
  readonly updatedAt: Instant
  /** True while an operator has disabled the link or its owner's account: visitors are refused. */
  readonly disabled: boolean
  readonly hasPassword: boolean
  /** Remaining visits of `maxVisits` in the store, without unused leases of servers; null without a limit. */
  readonly visitsLeft: number | null
  /** Aliases of the link in its namespace, oldest first. */
  readonly aliases: readonly string[]
}

/** A link without its rules, which may take most of its bytes. */
export interface LinkOutline extends Omit<Link, 'rules'> {
  /** Whether it has rules; a whole link and links stored by earlier versions lack it. */
  readonly hasRules?: boolean
}

/** A link as lists return it. */
export const outlineOf = ({ rules, ...link }: Link): LinkOutline => ({ ...link, hasRules: rules.length > 0 })

/** Whether a link has rules, as far as it is known. */
export const hasRules = (link: Link | LinkOutline): boolean =>
  'rules' in link ? link.rules.length > 0 : (link.hasRules ?? false)

/** Most aliases of a link. */
export const ALIASES_PER_LINK = 10

const TITLE_LENGTH = 500

const Target = linkTarget('target')
const Title = text('title', { max: TITLE_LENGTH })
const Tracking = z.boolean('enableTracking must be true or false')
export const Slug = text('slug', { min: 1, max: SLUG_LENGTH }).regex(
  SLUG_CHARACTERS,
  'slug may contain only A-Z a-z 0-9 _ -',
)

/** Accepted values of {@link Slug}, for descriptions. */
export const SLUG_RULE = `1 to ${SLUG_LENGTH} characters from A-Z a-z 0-9 _ -, case-sensitive`
const TITLE = `The display title, at most ${TITLE_LENGTH} characters`

/** The fields of a new link. */
export const newLinkFields = {
  target: Target.describe(LINK_TARGET_RULE),
  slug: Slug.nullish().describe(`The path of the short URL: ${SLUG_RULE}. Generated if omitted.`),
  title: Title.nullish().describe(`${TITLE}.`),
  enableTracking: Tracking.nullish().describe('Whether to record visits; true if omitted.'),
  domainId: id<DomainId>('domainId')
    .nullish()
    .describe("The id of the caller's verified domain for the link; the service's own host if omitted."),
  rules: Rules.nullish().describe(
    `Routing rules: ${RULES_LIMIT}; without an account ${ANONYMOUS_RULES_LIMIT}. The first rule that matches decides the target; if none matches, \`target\` applies.`,
  ),
  password: LinkPassword.nullish().describe(`${PASSWORD_WORDS}.`),
  ...optionInputs,
  reuse: z
    .boolean('reuse must be true or false')
    .nullish()
    .describe(
      "Whether to return the caller's newest active link with this target instead of creating one. Skips links with a password, limit, schedule, rules or externalId. Not allowed with a slug or externalId.",
    ),
}

export const NewLink = z.object(newLinkFields).superRefine(endsAfterStart).superRefine(reusesWithoutName)
export type NewLink = z.output<typeof NewLink>

/** Changes to a link. Omitted fields keep their value. */
export const LinkUpdate = z.object({
  id: id<LinkId>().describe("The link's id."),
  target: Target.optional().describe(`The new target; cannot be cleared. ${LINK_TARGET_RULE}`),
  title: Title.nullable().optional().describe(`${TITLE}; null removes it.`),
  enableTracking: Tracking.optional().describe('Whether to record visits from now on.'),
  rules: Rules.nullable()
    .transform((rules) => rules ?? [])
    .optional()
    .describe(`Routing rules, which replace all existing rules: ${RULES_LIMIT}; null removes them.`),
  password: LinkPassword.nullable().optional().describe(`${PASSWORD_WORDS}; null removes it.`),
  ...optionInputs,
  ...stateInputs,
})
export type LinkUpdate = z.output<typeof LinkUpdate>

/**
 * The namespace that a link's slug is unique in. The service's own host is one; on a custom domain each owner has one, so that the next
 * owner of a hostname inherits no links.
 */
export const namespaceOf = ({ hostname, owner }: Pick<Link, 'hostname' | 'owner'>) =>
  hostname === '' ? '' : `${owner ?? ''}@${hostname}`

/** A refinement: `reuse` excludes `slug` and `externalId`, since a link found by its target already has a slug, and perhaps another key. */
function reusesWithoutName(
  { reuse, slug, externalId }: Pick<LinkFields, 'reuse' | 'slug' | 'externalId'>,
  context: z.RefinementCtx,
): void {
  const refuse = (name: string) =>
    context.addIssue({ code: 'custom', path: ['reuse'], message: `reuse cannot be combined with ${name}` })
  if (reuse && slug != null) refuse('a slug')
  if (reuse && externalId != null) refuse('an externalId')
}

type LinkFields = z.output<z.ZodObject<typeof newLinkFields>>

/** The input for {@link makeLink}. */
export type LinkGiven = Pick<
  LinkFields,
  'target' | 'title' | 'enableTracking' | 'rules' | keyof typeof optionInputs
> & { readonly passwordHash?: string | null | undefined }

/** Creates a link. Anonymous links get neither a title nor tracking, even if requested. */
export function makeLink(
  caller: Caller,
  fields: LinkGiven,
  given: Pick<Link, 'id' | 'hostname' | 'slug' | 'createdAt'>,
): Link {
  const owned = caller.kind === 'user'
  const options = optionsOf(fields)
  return {
    ...options,
    ...given,
    target: fields.target,
    title: owned ? (fields.title ?? null) : null,
    owner: owned ? caller.owner : null,
    enableTracking: owned && (fields.enableTracking ?? true),
    rules: fields.rules ?? [],
    hitCount: 0,
    updatedAt: given.createdAt,
    disabled: false,
    hasPassword: fields.passwordHash != null,
    visitsLeft: options.maxVisits,
    aliases: [],
  }
}
