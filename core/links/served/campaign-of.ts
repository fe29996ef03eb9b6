import type { Utm } from '../link-options.ts'
import { splitPair } from '../rules/query-parameters.ts'

const PREFIX = 'utm_'
/** Longer values are cut, since visitors choose their length. In UTF-16 code units. */
const MAX_VALUE_LENGTH = 200

/** The campaign parameters of a query without its `?`: the first value of each; null without any. Cheap for a query without any. */
export function campaignOf(query: string): Utm | null {
  if (!query.includes(PREFIX)) return null
  const first: { -readonly [Name in keyof Utm]?: string } = {}
  for (const pair of query.split('&')) {
    if (!pair.startsWith(PREFIX)) continue
    const [name, value] = splitPair(pair.slice(PREFIX.length))
    if (isName(name)) first[name] ??= cutValue(value ?? '')
  }
  const { source, medium, campaign, term, content } = first
  if (!(source || medium || campaign || term || content)) return null
  return {
    source: source || null,
    medium: medium || null,
    campaign: campaign || null,
    term: term || null,
    content: content || null,
  }
}

const NAMES: readonly string[] = ['source', 'medium', 'campaign', 'term', 'content'] satisfies (keyof Utm)[]
const isName = (name: string): name is keyof Utm => NAMES.includes(name)

/** Truncates a visitor's value, and replaces characters that Postgres rejects in text, such as half a character after truncation. */
export const cutValue = (value: string) => value.slice(0, MAX_VALUE_LENGTH).toWellFormed().replaceAll('\0', '\ufffd')
