import { LINK_OPTIONS, mapOptions, NEW_OPTION_NAMES, type OptionKind, type OptionName } from '@shortlink/core'
import type { Planned } from '../../../import/plan-row.ts'
import { isPlainObject } from '../../../import/row.ts'
import type { LinkChange, NewLink } from '../queries.ts'

type PlannedLink = Extract<Planned, { readonly kind: 'link' }>

/** The requests for a link of a file: first create it, then set fields that a new link does not accept. */
export interface Wanted {
  readonly input: NewLink
  /** The update right after creation, without the id. */
  readonly change: Omit<LinkChange, 'id'> | undefined
  readonly aliases: readonly string[]
  /** Whether its visit limit is reached, so that it is imported closed. */
  readonly isUsedUp: boolean
}

type Kind = (value: unknown) => boolean
const isText: Kind = (value) => typeof value === 'string'
const isFlag: Kind = (value) => typeof value === 'boolean'
const isInt: Kind = (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31
const isTexts: Kind = (value) => Array.isArray(value) && value.every(isText)
const hasTexts = (names: readonly string[], value: unknown) =>
  isPlainObject(value) && names.every((name) => value[name] == null || isText(value[name]))

const RULE = ['type', 'value', 'target']
const UTM = ['source', 'medium', 'campaign', 'term', 'content']
const PREVIEW = ['title', 'description', 'image']

const KINDS: Readonly<Record<Exclude<OptionKind, 'object'>, Kind>> = {
  text: isText,
  time: isText,
  integer: isInt,
  flag: isFlag,
  texts: isTexts,
}

/** The members of objects that the API knows. */
const OBJECTS: Readonly<Partial<Record<OptionName, readonly string[]>>> = { utm: UTM, preview: PREVIEW }

function kindOf(name: OptionName): Kind {
  const { kind } = LINK_OPTIONS[name]
  return kind === 'object' ? (value) => hasTexts(OBJECTS[name] ?? [], value) : KINDS[kind]
}

/** The fields of a new link, with the type of their values: one of another type would make the API refuse the whole request. */
const FIELDS: Readonly<Record<string, Kind>> = {
  target: isText,
  title: isText,
  enableTracking: isFlag,
  rules: (value) => Array.isArray(value) && value.every((rule) => RULE.every((name) => isText(rule?.[name]))),
  password: isText,
  ...mapOptions(NEW_OPTION_NAMES, kindOf),
}

/** Only the members that the API knows. */
const TRIMMED: Readonly<Record<string, (value: never) => unknown>> = {
  rules: (rules: readonly Record<string, unknown>[]) => rules.map((rule) => picked(RULE, rule)),
  utm: (utm: Record<string, unknown>) => picked(UTM, utm),
  preview: (preview: Record<string, unknown>) => picked(PREVIEW, preview),
}

const picked = (names: readonly string[], value: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(names.flatMap((name) => (value[name] == null ? [] : [[name, value[name]]])))

/** A start date in the far future for a link that must be closed, so that no visitor gets in before it is closed. */
export const NOT_YET = '9999-01-01T00:00:00.000Z'

/**
 * The requests for a planned link, or the field with a value of the wrong type. The remaining visits of a limit become the limit, since
 * visits are not imported.
 */
export function wantedOf(
  { link, source }: PlannedLink,
  domainId: string | undefined,
): Wanted | { readonly fault: string } {
  if (typeof source.slug !== 'string' || source.slug === '') return { fault: 'slug' }
  const left = link.visitsLeft ?? link.maxVisits
  const isUsedUp = left === 0
  const given: Record<string, unknown> = { ...link, maxVisits: isUsedUp ? link.maxVisits : left }
  const fault = Object.entries(FIELDS).find(([name, isRight]) => given[name] != null && !isRight(given[name]))?.[0]
  if (fault !== undefined) return { fault }
  if (link.aliases != null && !isTexts(link.aliases)) return { fault: 'aliases' }
  const fields = Object.keys(FIELDS).flatMap((name) => {
    const value = given[name]
    return value == null ? [] : [[name, TRIMMED[name] ? TRIMMED[name](value as never) : value] as const]
  })
  const input: NewLink = {
    ...Object.fromEntries(fields),
    shortlink: source.slug,
    ...(domainId === undefined ? {} : { domainId }),
  }
  const isClosed = link.enabled === false || link.disabled === true || isUsedUp
  return {
    input: isClosed ? { ...input, startsAt: NOT_YET, expiresAt: null } : input,
    change: changeOf(input, isClosed, link.archived === true),
    aliases: (link.aliases ?? []) as readonly string[],
    isUsedUp,
  }
}

function changeOf({ startsAt = null, expiresAt = null }: NewLink, isClosed: boolean, archived: boolean) {
  if (!isClosed && !archived) return undefined
  return { ...(isClosed && { enabled: false, startsAt, expiresAt }), ...(archived && { archived }) }
}
