import { z } from 'zod'
import type { Instant } from '../kernel/caller.ts'
import { formedText, instant, text } from '../kernel/input.ts'
import { hasAtMost } from '../kernel/text.ts'
import {
  BACKSLASH_FAULT,
  isWebUrl,
  isWithoutBackslash,
  LINK_TARGET_RULE,
  linkTarget,
  MAX_URL_LENGTH,
  urlText,
} from '../kernel/web-url.ts'
import { tagList } from '../tags/tag-input.ts'
import { TAG_LENGTH, TAGS_PER_LINK } from '../tags/tag-name.ts'
import {
  type LinkPreview,
  type NewOption,
  PLAIN_OPTIONS,
  REDIRECT_STATUSES,
  type StateOption,
  type Utm,
} from './link-options.ts'
import { PASSWORD } from './link-password.ts'

const MAX_VISITS = 1_000_000_000
const NOTE_LENGTH = 2_000
const EXTERNAL_ID_LENGTH = 200
const UTM_LENGTH = 200
const PREVIEW_TITLE_LENGTH = 200
const PREVIEW_DESCRIPTION_LENGTH = 500

const utmValue = (name: string) =>
  text(`utm.${name}`, { min: 1, max: UTM_LENGTH }).nullish().describe(`utm_${name}: 1 to ${UTM_LENGTH} characters.`)

/** The given members, with null for missing ones and for empty texts; null if no member has a value. */
const orNull = <T extends object>(
  value: { [Name in keyof T]?: T[Name] | null | undefined } | null,
  empty: T,
): T | null => {
  if (value === null || !Object.values(value).some(Boolean)) return null
  return Object.fromEntries(Object.keys(empty).map((name) => [name, value[name as keyof T] || null])) as T
}

/** Campaign parameters as given; an empty object becomes null. */
export const UtmInput = z.object(
  {
    source: utmValue('source'),
    medium: utmValue('medium'),
    campaign: utmValue('campaign'),
    term: utmValue('term'),
    content: utmValue('content'),
  },
  'utm must be an object',
)
const NO_UTM: Utm = { source: null, medium: null, campaign: null, term: null, content: null }

/** Campaign parameters with null for missing ones; null without any. */
export const Campaign = UtmInput.transform((utm) => orNull(utm, NO_UTM))

export const PreviewInput = z.object(
  {
    title: text('preview.title', { max: PREVIEW_TITLE_LENGTH })
      .nullish()
      .describe(`The title: at most ${PREVIEW_TITLE_LENGTH} characters.`),
    description: text('preview.description', { max: PREVIEW_DESCRIPTION_LENGTH })
      .nullish()
      .describe(`The description: at most ${PREVIEW_DESCRIPTION_LENGTH} characters.`),
    image: urlText('preview.image')
      .refine((value) => isWebUrl(value) && /^https:/i.test(value), 'preview.image must be an https:// URL')
      .refine(isWithoutBackslash, `preview.image ${BACKSLASH_FAULT}`)
      .meta({ format: 'uri' })
      .nullish()
      .describe(`The URL of an image: https://, at most ${MAX_URL_LENGTH} characters.`),
  },
  'preview must be an object',
)
const NO_PREVIEW: LinkPreview = { title: null, description: null, image: null }

/** A link's password in NFKC; its length is counted in code points. */
export const LinkPassword = formedText('password', PASSWORD.max)
  .transform((value) => value.normalize('NFKC'))
  .refine((value) => [...value].length >= PASSWORD.min, `password must have at least ${PASSWORD.min} characters`)
  .refine(hasAtMost(PASSWORD.max), `password must have at most ${PASSWORD.max} characters`)

const EXTERNAL_ID_RULE = `1 to ${EXTERNAL_ID_LENGTH} printable characters, unique among the caller's links`

/** The key of a link's record in another system, compared byte by byte. */
export const ExternalId = text('externalId', { min: 1, max: EXTERNAL_ID_LENGTH })
  .refine((value) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(value), 'externalId must contain printable characters only')
  .refine((value) => value.trim() !== '', 'externalId must not be blank')
  // URL parsers resolve such a segment of a path, even if it is escaped.
  .refine((value) => value !== '.' && value !== '..', 'externalId must not be . or ..')
  .describe(`The key of the link's record in another system: ${EXTERNAL_ID_RULE}.`)

const optional = <Schema extends z.ZodType, Value>(schema: Schema, byDefault: Value) =>
  schema
    .nullable()
    .transform((given) => (given ?? byDefault) as NonNullable<z.output<Schema>> | Value)
    .optional()

const flag = (name: string) => z.boolean(`${name} must be true or false`)

/** The options as inputs of creation and update: null resets an option to its default, and omitting it keeps it. */
export const optionInputs = {
  startsAt: optional(instant('startsAt'), null).describe(
    'When the link becomes active, in ISO 8601 with a time zone; null removes it.',
  ),
  expiresAt: optional(instant('expiresAt'), null).describe(
    'When the link expires, in ISO 8601 with a time zone; null removes it.',
  ),
  fallbackTarget: optional(linkTarget('fallbackTarget'), null).describe(
    `Where to redirect visitors while the link is inactive. ${LINK_TARGET_RULE}`,
  ),
  maxVisits: optional(
    z
      .int('maxVisits must be a whole number')
      .min(1, 'maxVisits must be at least 1')
      .max(MAX_VISITS, `maxVisits must be at most ${MAX_VISITS}`),
    null,
  ).describe(`Maximum number of visits, 1 to ${MAX_VISITS}; null for no limit.`),
  redirectStatus: optional(
    z.literal(REDIRECT_STATUSES, `redirectStatus must be one of ${REDIRECT_STATUSES.join(', ')}`),
    PLAIN_OPTIONS.redirectStatus,
  ).describe(`The HTTP status of the redirect: ${REDIRECT_STATUSES.join(', ')}; 302 by default.`),
  forwardQuery: optional(flag('forwardQuery'), false).describe("Whether to append the visitor's query to the target."),
  forwardPath: optional(flag('forwardPath'), false).describe(
    'Whether to append the path after the slug to the target.',
  ),
  utm: Campaign.nullable().optional().describe('Campaign parameters to add to the target; null removes all.'),
  tags: optional(tagList, []).describe(
    `Tags, which replace existing tags: at most ${TAGS_PER_LINK}, each at most ${TAG_LENGTH} characters.`,
  ),
  note: optional(text('note', { max: NOTE_LENGTH }), null).describe(
    `A private note for the owner, at most ${NOTE_LENGTH} characters.`,
  ),
  externalId: optional(ExternalId, null).describe(
    `The key of a record in another system that the link belongs to: ${EXTERNAL_ID_RULE}; null removes it.`,
  ),
  preview: PreviewInput.nullable()
    .transform((preview) => orNull(preview, NO_PREVIEW))
    .optional()
    .describe('The preview that social networks and messengers show; null removes it.'),
} satisfies Record<NewOption, z.ZodType>

/** Options that only an update accepts. */
export const stateInputs = {
  enabled: optional(flag('enabled'), true).describe('False disables the link.'),
  archived: optional(flag('archived'), false).describe('True hides the link from lists; it still redirects.'),
} satisfies Record<StateOption, z.ZodType>

export const PASSWORD_WORDS = `The password that visitors must enter, ${PASSWORD.min} to ${PASSWORD.max} characters. It is never shown again`

interface Times {
  readonly startsAt?: Instant | null | undefined
  readonly expiresAt?: Instant | null | undefined
}

/** Whether a link with these times ends after it starts. */
export const endsLater = ({ startsAt, expiresAt }: Times): boolean =>
  startsAt == null || expiresAt == null || expiresAt > startsAt

/** A refinement: {@link endsLater}. */
export function endsAfterStart(times: Times, context: z.RefinementCtx): void {
  if (!endsLater(times)) context.addIssue({ code: 'custom', path: ['expiresAt'], message: EXPIRY_BEFORE_START })
}

export const EXPIRY_BEFORE_START = 'expiresAt must be after startsAt'
