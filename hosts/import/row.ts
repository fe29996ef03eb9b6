/** Why a row is not to be trusted, under a name that no column of a file can have. */
export const FAULT = Symbol('fault')

/** One link in another program's form. */
export type Row = Readonly<Record<string, unknown>> & { readonly [FAULT]?: string }

export const isPlainObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lower-case letters and digits of a name, so that `visit_count`, `visitCount` and `Visit count` are one. */
export function normalName(name: string): string {
  let normal = NORMAL.get(name)
  if (normal === undefined) {
    normal = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
    // Names come from the file, so their number is unbounded.
    if (NORMAL.size < 1000) NORMAL.set(name, normal)
  }
  return normal
}
const NORMAL = new Map<string, string>()

/** A value of any kind as text. `String` throws for a JSON object that has a member `toString`. */
export const toText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

export const textOf = (value: unknown) => (value === '' ? null : value)

/** The trimmed text of a field; null if it is missing, blank or `null`. */
export const givenText = (value: unknown): string | null =>
  value === undefined || value === null || /^(?:null)?$/i.test(toText(value).trim()) ? null : toText(value).trim()

/** The parts of a short URL, with or without a scheme. The slug is the whole path. */
export function shortAddress(value: unknown): { readonly domain: string; readonly slug: string } | undefined {
  const parts = typeof value === 'string' ? /^(?:(?:[a-z]+:)?\/\/)?([^/?#]+)\/?([^?#]*)/i.exec(value) : null
  return parts === null ? undefined : { domain: parts[1] as string, slug: (parts[2] as string).replace(/\/$/, '') }
}

type ShortAddress = ReturnType<typeof shortAddress>

/** The slug in a column, or in a short URL; a domain's own URL has none. */
export function slugOf(named: unknown, address: ShortAddress): { readonly slug: unknown; readonly fault?: string } {
  const slug = textOf(named) ?? address?.slug ?? named
  return slug === '' && address !== undefined ? ROOT : { slug }
}

/** The link of a domain itself. */
export const ROOT = { slug: '', fault: 'it is the root of a domain, which cannot have a link here' }

/** Counts come as numbers or as text, which may have separators. */
export function countOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const digits = value.replaceAll(/[,\s]/g, '')
  return digits === '' ? null : /^\d+$/.test(digits) ? Number(digits) : value
}

/** A zone after a time of day, with minutes or, as in Postgres, without. */
const ZONE = /(:\d\d(?:\.\d+)?)([+-]\d\d):?(\d\d)?$/

/** Times in ISO 8601; those without a zone, as MySQL writes them, count as UTC. */
export function instantOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value === '') return null
  const iso = value.replace(' ', 'T').replace(ZONE, (_, time, hours, minutes = '00') => `${time}${hours}:${minutes}`)
  const time = Date.parse(/([zZ]|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`)
  return Number.isNaN(time) ? value : new Date(time).toISOString()
}
