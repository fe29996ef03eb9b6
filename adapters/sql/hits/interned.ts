import { hash } from 'node:crypto'
import type { Hit, Utm } from '@shortlink/core'
import { detached } from '../../kit/detached.ts'
import type { HitAgentsTable, HitCampaignsTable, HitPlacesTable } from '../tables/hits.ts'

/** A row to intern, without key and digest. */
export type InternedRow = Readonly<Record<string, string | number | null>>
type Contents = readonly [text: string, row: InternedRow]

/** A table of rows that hits share, with the cached keys of its rows. */
export interface InternedTable {
  readonly name: string
  /**
   * The cached key of the row that a hit uses, null for a hit without one. Without a cached key, the result of `intern` for the row and a
   * text that is unique for its contents.
   */
  keyOf<Unknown>(
    hit: Hit,
    linkKey: number,
    intern: (contents: string, row: InternedRow) => Unknown,
  ): number | null | Unknown
  /** Caches keys of committed rows. */
  keep(keys: Iterable<readonly [contents: string, key: number]>): void
}

/** Digest of an interned row, 132 bits of SHA-256: the contents may be too long for an index. */
export const digestOf = (contents: string) => hash('sha256', contents, 'base64').slice(0, 22)

/** How long the key of a row is cached. */
const CACHED_MS = 60 * 60 * 1000
/** How long a row stays marked before it is removed: longer than any recorder caches its key. */
export const UNFINDABLE_MS = 2 * CACHED_MS

/** Two clocks: one stops while the machine sleeps, the other may be set. */
const clocks = () => [Date.now(), performance.now()] as const

/**
 * The interned tables, in the order in which every recorder writes them and `hits` names them. Call `clearIfOld` at the start of each
 * transaction: once an hour it clears the caches.
 */
export function internedTables() {
  const tables = [agents(), places(), referrers(), destinations(), campaigns()] as const
  let since = clocks()
  function clearIfOld() {
    const now = clocks()
    const isOld = Math.abs(now[0] - since[0]) >= CACHED_MS || Math.abs(now[1] - since[1]) >= CACHED_MS
    if (!isOld) return
    for (const table of tables) table.clear()
    since = now
  }
  return { tables, clearIfOld }
}

const agents = () =>
  cachedTable('hit_agents', {
    groupOf: ({ userAgent }) => userAgent,
    partOf: ({ browser, os, device, bot }) => ({ browser, os, device, bot }),
    isSame: (one, other) =>
      one.browser === other.browser && one.os === other.os && one.device === other.device && one.bot === other.bot,
    contentsOf: ({ userAgent, browser, os, device, bot }) =>
      serialised({
        user_agent: userAgent,
        browser: browser?.name ?? null,
        browser_version: browser?.version ?? null,
        os: os?.name ?? null,
        os_version: os?.version ?? null,
        device,
        bot: Number(bot),
      } satisfies Omit<HitAgentsTable, 'no' | 'digest'>),
  })

const places = () =>
  cachedTable('hit_places', {
    groupOf: ({ country }) => country,
    partOf: placeRow,
    isSame: (one, other) =>
      one.city === other.city &&
      one.postal === other.postal &&
      one.region === other.region &&
      one.subdivision === other.subdivision &&
      one.timezone === other.timezone &&
      one.continent === other.continent &&
      one.isp === other.isp,
    contentsOf: (hit) => serialised(placeRow(hit)),
  })

const placeRow = ({ country, continent, region, subdivision, city, postal, timezone, isp }: Hit) =>
  ({ country, continent, region, subdivision, city, postal, timezone, isp }) satisfies Omit<
    HitPlacesTable,
    'no' | 'digest'
  >

const referrers = () =>
  cachedTable('hit_referrers', {
    // A referrer is all that its row consists of.
    groupOf: ({ referrer }) => referrer,
    partOf: () => null,
    isSame: () => true,
    contentsOf: ({ referrer }) => (referrer === null ? null : [referrer, { referrer }]),
  })

const destinations = () =>
  cachedTable('hit_destinations', {
    groupOf: (_, linkKey) => linkKey,
    partOf: (hit) => detached(urlOf(hit)),
    isSame: (url, hit) => url === urlOf(hit),
    contentsOf: (hit, linkKey) => [`${linkKey} ${urlOf(hit)}`, { link_no: linkKey, url: urlOf(hit) }],
  })

/** Empty for a visitor who got a preview: each row of `hits` refers to a destination. */
const urlOf = ({ redirectedTo }: Hit) => redirectedTo ?? ''

const campaigns = () =>
  cachedTable('hit_campaigns', {
    groupOf: ({ utm }) => utm && `${utm.campaign} ${utm.source}`,
    partOf: ({ utm }) => utm,
    isSame: (one, { utm }) =>
      one?.source === utm?.source &&
      one?.medium === utm?.medium &&
      one?.campaign === utm?.campaign &&
      one?.term === utm?.term &&
      one?.content === utm?.content,
    contentsOf: ({ utm }) => utm && serialised(campaignRow(utm)),
  })

const campaignRow = ({ source, medium, campaign, term, content }: Utm) =>
  ({ source, medium, campaign, term, content }) satisfies Omit<HitCampaignsTable, 'no' | 'digest'>

const serialised = (row: InternedRow): Contents => [JSON.stringify(row), row]

interface Interning<Part> {
  /** A group key that most hits with the same row share. */
  readonly groupOf: (hit: Hit, linkKey: number) => string | number | null
  /** The facts of a hit that determine its row, in addition to the group. */
  readonly partOf: (hit: Hit) => Part
  readonly isSame: (part: Part, hit: Hit) => boolean
  /** Null for a hit without such a row. */
  readonly contentsOf: (hit: Hit, linkKey: number) => Contents | null
}

const MAX_KNOWN = 50_000
const MAX_LAST = 20_000

/**
 * Caches the key of the row that a group's last hit used, so that most hits need not serialize their parts: the worker took 16.2 µs per
 * visit with these keys and 21.2 without (schedstat at 8,000 visits per second, nine alternating rounds).
 */
function cachedTable<Part>(name: string, { groupOf, partOf, isSame, contentsOf }: Interning<Part>) {
  const known = new Map<string, number>()
  const last = new Map<string | number | null, { readonly part: Part; readonly key: number }>()
  return {
    name,
    keyOf(hit, linkKey, intern) {
      const group = groupOf(hit, linkKey)
      const before = last.get(group)
      if (before !== undefined && isSame(before.part, hit)) return before.key
      const contents = contentsOf(hit, linkKey)
      if (contents === null) return null
      const key = known.get(contents[0])
      if (key === undefined) return intern(...contents)
      if (last.size >= MAX_LAST) last.clear()
      last.set(typeof group === 'string' ? detached(group) : group, { part: partOf(hit), key })
      return key
    },
    keep(keys) {
      if (known.size > MAX_KNOWN) known.clear()
      for (const [contents, key] of keys) known.set(detached(contents), key)
    },
    clear() {
      known.clear()
      last.clear()
    },
  } satisfies InternedTable & { clear(): void }
}
