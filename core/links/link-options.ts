import type { Instant } from '../kernel/caller.ts'

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

/** The preview of a link in social networks and messengers. */
export interface LinkPreview {
  readonly title: string | null
  readonly description: string | null
  /** An https URL, which is linked and never fetched. */
  readonly image: string | null
}

/** How an option is stored, and shown outside of core: times in ISO 8601, `texts` as a list. */
export type OptionKind = 'text' | 'time' | 'integer' | 'flag' | 'texts' | 'object'

interface LinkOption<Kind extends OptionKind, Value, IsServed extends boolean> {
  readonly kind: Kind
  readonly byDefault: Value
  /** Whether visitors notice the option, so that every server drops its cached link when it changes. */
  readonly isServed: IsServed
  readonly description: string
}

const served = <Kind extends OptionKind, Value>(
  kind: Kind,
  byDefault: Value,
  description: string,
): LinkOption<Kind, Value, true> => ({ kind, byDefault, isServed: true, description })

/** An option that visitors do not notice. */
const internal = <Kind extends OptionKind, Value>(
  kind: Kind,
  byDefault: Value,
  description: string,
): LinkOption<Kind, Value, false> => ({ kind, byDefault, isServed: false, description })

/**
 * The optional properties of a link that its owner sets. Columns, the feed of changes, answers of GraphQL, MCP and the command line,
 * exports and imports follow this table. `option-inputs.ts` has the schemas: browsers load this file, and no zod.
 */
export const LINK_OPTIONS = {
  startsAt: served('time', null as Instant | null, 'When the link becomes active.'),
  expiresAt: served('time', null as Instant | null, 'When the link expires.'),
  fallbackTarget: served('text', null as string | null, 'Where the link redirects while it is inactive.'),
  maxVisits: served('integer', null as number | null, 'Maximum number of visits.'),
  redirectStatus: served('integer', 302 as RedirectStatus, 'The HTTP status of the redirect.'),
  forwardQuery: served('flag', false as boolean, "Whether the redirect appends the visitor's query to the target."),
  forwardPath: served('flag', false as boolean, 'Whether the redirect appends the path after the slug to the target.'),
  utm: served('object', null as Utm | null, 'Campaign parameters that the redirect adds to the target.'),
  /** In the account's spelling. */
  tags: internal('texts', [] as readonly string[], "Tags, in the owner's order."),
  note: internal('text', null as string | null, 'A private note for the owner.'),
  /** Unique among the owner's links. */
  externalId: internal(
    'text',
    null as string | null,
    'The key of a record in another system that the link belongs to.',
  ),
  preview: served('object', null as LinkPreview | null, 'The preview that social networks and messengers show.'),
  enabled: served('flag', true as boolean, 'False if the owner disabled the link.'),
  archived: internal('flag', false as boolean, 'Whether lists exclude the link by default.'),
}

type Table = typeof LINK_OPTIONS
export type OptionName = keyof Table

/** The values of {@link LINK_OPTIONS}. */
export type LinkOptions = { readonly [Name in OptionName]: Table[Name]['byDefault'] }

/** The names of options for which `Field` has the value. */
export type OptionsWith<Field extends keyof Table[OptionName], Value> = {
  [Name in OptionName]: Table[Name][Field] extends Value ? Name : never
}[OptionName]

/** The names of all options. */
export const OPTION_NAMES = Object.keys(LINK_OPTIONS) as readonly OptionName[]

/** The options that only an update accepts. */
export type StateOption = 'enabled' | 'archived'
const STATE_OPTIONS: readonly OptionName[] = ['enabled', 'archived'] satisfies readonly StateOption[]

export type NewOption = Exclude<OptionName, StateOption>
/** The options of a new link. */
export const NEW_OPTION_NAMES = OPTION_NAMES.filter((name): name is NewOption => !STATE_OPTIONS.includes(name))

/** The options that visitors notice. */
export const SERVED_OPTIONS = OPTION_NAMES.filter(
  (name): name is OptionsWith<'isServed', true> => LINK_OPTIONS[name].isServed,
)

/** An object with a value for each of the options. */
export const mapOptions = <Name extends OptionName, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Readonly<Record<Name, Value>> => Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>

/** The default of each option. */
export const PLAIN_OPTIONS: LinkOptions = mapOptions(
  OPTION_NAMES,
  (name) => LINK_OPTIONS[name].byDefault,
) as LinkOptions

/** The given options, with defaults from {@link PLAIN_OPTIONS}. */
export const optionsOf = (
  given: { readonly [Name in keyof LinkOptions]?: LinkOptions[Name] | undefined },
): LinkOptions => mapOptions(OPTION_NAMES, (name) => given[name] ?? PLAIN_OPTIONS[name]) as LinkOptions
