import { z } from 'zod'
import type { Instant } from '../kernel/caller.ts'
import { fold } from '../kernel/fold.ts'
import { boundedList, instant, isStorable, text } from '../kernel/input.ts'
import { LINK_TARGET_RULE, linkTarget, MAX_URL_LENGTH, webUrl } from '../kernel/web-url.ts'

/** Statuses that a redirect may have; RFC 9110, section 15.4. */
export const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number]

/** Campaign parameters that are added to the target. */
export interface Utm {
  readonly source: string | null
  readonly medium: string | null
  readonly campaign: string | null
  readonly term: string | null
  readonly content: string | null
}

/** What social networks and messengers show of a link. */
export interface LinkPreview {
  readonly title: string | null
  readonly description: string | null
  /** An https address, which is linked and never fetched. */
  readonly image: string | null
}

/** The optional properties of a link that its owner sets; what a link has of them by default is {@link PLAIN_OPTIONS}. */
export interface LinkOptions {
  /** Visitors are admitted from then on. */
  readonly startsAt: Instant | null
  /** Visitors are admitted until then. */
  readonly expiresAt: Instant | null
  /** Where visitors of a closed link go. */
  readonly fallbackTarget: string | null
  readonly maxVisits: number | null
  readonly redirectStatus: RedirectStatus
  /** Whether the visitor's query is appended to the target. */
  readonly forwardQuery: boolean
  /** Whether what follows the slug in the path is appended to the target's path. */
  readonly forwardPath: boolean
  readonly utm: Utm | null
  /** In the owner's order, in the spelling that the account has for each. */
  readonly tags: readonly string[]
  /** For the owner alone. */
  readonly note: string | null
  readonly preview: LinkPreview | null
  /** False while the owner has closed the link. */
  readonly enabled: boolean
  /** Left out of lists by default; visitors do not notice. */
  readonly archived: boolean
}

export const PLAIN_OPTIONS: LinkOptions = {
  startsAt: null,
  expiresAt: null,
  fallbackTarget: null,
  maxVisits: null,
  redirectStatus: 302,
  forwardQuery: false,
  forwardPath: false,
  utm: null,
  tags: [],
  note: null,
  preview: null,
  enabled: true,
  archived: false,
}

/** The options that are given, and the others as {@link PLAIN_OPTIONS} has them. */
export const optionsOf = (
  given: { readonly [Name in keyof LinkOptions]?: LinkOptions[Name] | undefined },
): LinkOptions =>
  Object.fromEntries(
    Object.entries(PLAIN_OPTIONS).map(([name, plain]) => [name, given[name as keyof LinkOptions] ?? plain]),
  ) as unknown as LinkOptions

const MAX_VISITS = 1_000_000_000
const NOTE_LENGTH = 2_000
const UTM_LENGTH = 200
export const TAG_LENGTH = 50
export const TAGS_PER_LINK = 20
const PREVIEW_TITLE_LENGTH = 200
const PREVIEW_DESCRIPTION_LENGTH = 500

/** Length in code points, as people count characters. */
const shorterThan = (max: number) => (value: string) => value.length <= 2 * max && [...value].length <= max

/**
 * Text whose length counts once it is brought into its form, so its bound is stated in descriptions alone. Before that it may have as many
 * characters as are formed fast.
 */
const formed = (name: string, max: number) =>
  z
    .string(`${name} must be a string`)
    .refine(isStorable, `${name} must be well-formed text without NUL characters`)
    .refine((value) => value.length <= 4 * max, `${name} must have at most ${max} characters`)

/** The name of a tag, trimmed. */
export const tagName = (name: string) =>
  formed(name, TAG_LENGTH)
    .transform((value) => value.trim())
    .refine((value) => value !== '', `${name} must not be blank`)
    .refine(shorterThan(TAG_LENGTH), `${name} must have at most ${TAG_LENGTH} characters`)

const utmValue = (name: string) =>
  text(`utm.${name}`, { min: 1, max: UTM_LENGTH }).nullish().describe(`utm_${name}: 1 to ${UTM_LENGTH} characters.`)

const orNull = <T extends object>(
  value: { [Name in keyof T]?: T[Name] | null | undefined } | null,
  empty: T,
): T | null => {
  if (value === null || Object.values(value).every((member) => member == null)) return null
  return Object.fromEntries(Object.keys(empty).map((name) => [name, value[name as keyof T] ?? null])) as T
}

/** Campaign parameters as given; one without any is null. */
export const UtmInput = z.object({
  source: utmValue('source'),
  medium: utmValue('medium'),
  campaign: utmValue('campaign'),
  term: utmValue('term'),
  content: utmValue('content'),
})
const NO_UTM: Utm = { source: null, medium: null, campaign: null, term: null, content: null }

export const PreviewInput = z.object({
  title: text('preview.title', { max: PREVIEW_TITLE_LENGTH })
    .nullish()
    .describe(`The title: at most ${PREVIEW_TITLE_LENGTH} characters.`),
  description: text('preview.description', { max: PREVIEW_DESCRIPTION_LENGTH })
    .nullish()
    .describe(`The description: at most ${PREVIEW_DESCRIPTION_LENGTH} characters.`),
  image: webUrl('preview.image')
    .refine((value) => value.startsWith('https:'), 'preview.image must be an https:// URL')
    .nullish()
    .describe(`The address of an image: an https:// URL of at most ${MAX_URL_LENGTH} characters.`),
})
const NO_PREVIEW: LinkPreview = { title: null, description: null, image: null }

const PASSWORD = { min: 4, max: 128 }
/** A link's password in NFKC; its length is counted in code points. */
export const LinkPassword = formed('password', PASSWORD.max)
  .transform((value) => value.normalize('NFKC'))
  .refine((value) => [...value].length >= PASSWORD.min, `password must have at least ${PASSWORD.min} characters`)
  .refine(shorterThan(PASSWORD.max), `password must have at most ${PASSWORD.max} characters`)

const optional = <Schema extends z.ZodType, Value>(schema: Schema, byDefault: Value) =>
  schema
    .nullable()
    .transform((given) => (given ?? byDefault) as NonNullable<z.output<Schema>> | Value)
    .optional()

const flag = (name: string) => z.boolean(`${name} must be true or false`)

/** Names of tags; of those that are alike, folded, the last. */
export const tagList = boundedList(tagName('tag'), TAGS_PER_LINK, {
  type: 'tags must be a list',
  tooLong: `tags takes at most ${TAGS_PER_LINK} items`,
}).transform((names): readonly string[] => [...new Map(names.map((name) => [fold(name), name])).values()])

/** The options as inputs of creation and update alike: null puts one back to its default, and leaving it out keeps it. */
export const optionInputs = {
  startsAt: optional(instant('startsAt'), null).describe(
    'Before it visitors are refused. ISO 8601 with a time zone; null removes it.',
  ),
  expiresAt: optional(instant('expiresAt'), null).describe(
    'From then on visitors are refused. ISO 8601 with a time zone; null removes it.',
  ),
  fallbackTarget: optional(linkTarget('fallbackTarget'), null).describe(
    `Where visitors of a closed link go. ${LINK_TARGET_RULE}`,
  ),
  maxVisits: optional(
    z
      .int('maxVisits must be a whole number')
      .min(1, 'maxVisits must be at least 1')
      .max(MAX_VISITS, `maxVisits must be at most ${MAX_VISITS}`),
    null,
  ).describe(`Visits after which the link closes, 1 to ${MAX_VISITS}; null for no limit.`),
  redirectStatus: optional(
    z.literal(REDIRECT_STATUSES, `redirectStatus must be one of ${REDIRECT_STATUSES.join(', ')}`),
    PLAIN_OPTIONS.redirectStatus,
  ).describe(`The status of the redirect: ${REDIRECT_STATUSES.join(', ')}; 302 by default.`),
  forwardQuery: optional(flag('forwardQuery'), false).describe(
    "Whether the visitor's query is appended to the target.",
  ),
  forwardPath: optional(flag('forwardPath'), false).describe(
    'Whether what follows the slug in the path is appended to the target.',
  ),
  utm: UtmInput.nullable()
    .transform((utm) => orNull(utm, NO_UTM))
    .optional()
    .describe('Campaign parameters that the target gets; null removes all.'),
  tags: optional(tagList, []).describe(
    `Tags, which replace the present ones: at most ${TAGS_PER_LINK} of at most ${TAG_LENGTH} characters.`,
  ),
  note: optional(text('note', { max: NOTE_LENGTH }), null).describe(
    `For the owner alone, at most ${NOTE_LENGTH} characters.`,
  ),
  preview: PreviewInput.nullable()
    .transform((preview) => orNull(preview, NO_PREVIEW))
    .optional()
    .describe('What social networks and messengers show of the link; null removes it.'),
}

/** The options that an update alone takes. */
export const stateInputs = {
  enabled: optional(flag('enabled'), true).describe('False closes the link.'),
  archived: optional(flag('archived'), false).describe('True leaves the link out of lists; it serves on.'),
}

export const PASSWORD_WORDS = `Visitors are asked for it: ${PASSWORD.min} to ${PASSWORD.max} characters. It is never shown again`

interface Times {
  readonly startsAt?: Instant | null | undefined
  readonly expiresAt?: Instant | null | undefined
}

/** Whether a link with these times ends after it begins. */
export const endsLater = ({ startsAt, expiresAt }: Times): boolean =>
  startsAt == null || expiresAt == null || expiresAt > startsAt

/** A refinement: {@link endsLater}. */
export function endsAfterStart(times: Times, context: z.RefinementCtx): void {
  if (!endsLater(times)) context.addIssue({ code: 'custom', path: ['expiresAt'], message: EXPIRY_BEFORE_START })
}

export const EXPIRY_BEFORE_START = 'expiresAt must be after startsAt'
