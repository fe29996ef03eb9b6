import type { Row } from './read-rows.ts'

/** Turns a row into the input of an import, unchecked: what is wrong with it is found there. */
type ToLink = (row: Row) => Record<string, unknown>

/** What is read, by the names that each program gives its fields. */
export const FORMATS: Readonly<Record<string, ToLink>> = {
  shortlink: ({ slug, target, title, hostname, enableTracking, rules, hitCount, createdAt }) => ({
    slug,
    target,
    title: textOf(title),
    hostname: textOf(hostname),
    enableTracking: enableTracking === 'true' ? true : enableTracking === 'false' ? false : enableTracking,
    rules: typeof rules === 'string' ? parsed(rules) : rules,
    hitCount: countOf(hitCount),
    createdAt: instantOf(createdAt),
  }),
  /** `yourls_url` as a table, or the API's `stats`. */
  yourls: ({ keyword, shorturl, url, title, timestamp, clicks }) => ({
    slug: keyword ?? lastOf(shorturl),
    target: url,
    title: textOf(title),
    hitCount: countOf(clicks),
    createdAt: instantOf(timestamp),
  }),
  /** The API's `links`. */
  kutt: ({ address, target, description, visit_count, created_at }) => ({
    slug: address,
    target,
    title: textOf(description),
    hitCount: countOf(visit_count),
    createdAt: instantOf(created_at),
  }),
  /** The CSV of its web client, or the API's `short-urls`. */
  shlink: ({ shortCode, longUrl, title, visits, visitsSummary, visitsCount, createdAt, dateCreated }) => ({
    slug: shortCode,
    target: longUrl,
    title: textOf(title),
    hitCount: countOf(visits ?? (visitsSummary as Row | undefined)?.total ?? visitsCount),
    createdAt: instantOf(createdAt ?? dateCreated),
  }),
  /** The API's `bitlinks`; a CSV needs these names in its header. */
  bitly: ({ custom_bitlinks, link, id, long_url, title, created_at, clicks }) => ({
    slug: lastOf((Array.isArray(custom_bitlinks) ? custom_bitlinks[0] : undefined) ?? link ?? id),
    target: long_url,
    title: textOf(title),
    hitCount: countOf(clicks),
    createdAt: instantOf(created_at),
  }),
}

const textOf = (value: unknown) => (value === '' ? null : value)

/** The part behind the last slash. */
const lastOf = (address: unknown) =>
  typeof address === 'string' ? address.replace(/\/$/, '').split('/').at(-1) : undefined

/** Counts come as numbers or as text, which may have separators. */
function countOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const digits = value.replaceAll(/[,\s]/g, '')
  return digits === '' ? null : /^\d+$/.test(digits) ? Number(digits) : value
}

/** Times in ISO 8601; those without a zone, as MySQL writes them, are taken for UTC. */
function instantOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value === '') return null
  const iso = value.replace(' ', 'T')
  const time = Date.parse(/([zZ]|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`)
  return Number.isNaN(time) ? value : new Date(time).toISOString()
}

/** Rules in a column are JSON; what is none is left for the import to refuse. */
function parsed(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
