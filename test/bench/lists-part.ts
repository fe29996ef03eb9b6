import { LINK_SORTS, LINK_STATUSES } from '@shortlink/core'
import { type Account, CREATE_MANY, signUp } from './api.ts'
import { type DatabaseName, HIGH_LIMITS, openFixture } from './fixture.ts'
import { CALLS, medianTime } from './median-time.ts'
import { METRICS } from './metrics.ts'
import { visit } from './neighbours-part.ts'
import { grouped } from './numbers.ts'
import { DATABASE_PLACE, startOurs } from './processes.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'
import { browserRequest } from './requests.ts'

const LINKS = 10_000
const BULK = 1000
const VISITED = 1000
const AT_MOST_MS = 25
const HOUR_MS = 3_600_000

/** Each filter and sort of a list, over an account of some thousand links of every status. */
export async function measureLists(database: DatabaseName): Promise<Part> {
  const fixture = await openFixture(database)
  const { port } = await startOurs({ ...fixture.environment, ...HIGH_LIMITS, ...METRICS })
  const owner = await signUp(port)
  progress(`lists: making ${grouped(LINKS)} links`)
  for (let first = 0; first < LINKS; first += BULK) await createFrom(owner, first)
  await visit(
    port,
    Array.from({ length: VISITED }, (_, index) => browserRequest(slugOf(index * 9), index)),
    VISITED * 2,
  )
  if (database === 'postgres') await fixture.run('analyze')

  const figures = []
  for (const [what, asked] of Object.entries(LISTS)) {
    progress(`lists: ${what}`)
    figures.push({
      what,
      value: await medianTime(() => owner.ask(QUERY, asked)),
      unit: 'ms',
      atMost: what === PLAIN ? undefined : AT_MOST_MS,
    })
  }
  return {
    title: 'Link lists',
    note: `${grouped(LINKS)} links. Medians of ${CALLS} calls over HTTP for the first 20 links, one after the other. Each link has three tags of 30; a sixth each opens later, is closed, is limited, is disabled or is archived. ${database === 'postgres' ? DATABASE_PLACE : ''}`,
    figures,
  }
}

const QUERY = `query ($tags: [String!], $status: LinkStatus, $archived: Boolean, $search: String, $sort: LinkSort) {
  shortlinkConnection(take: 20, tags: $tags, status: $status, archived: $archived, search: $search, sort: $sort) {
    items { id shortlink target title status tags hitCount updatedAt } } }`

const PLAIN = 'the newest'
const LISTS: Readonly<Record<string, object>> = {
  [PLAIN]: {},
  ...Object.fromEntries(LINK_SORTS.slice(1).map((sort) => [`by ${sort}`, { sort }])),
  'with a tag': { tags: ['tag 7'] },
  'with two tags, by MOST_VISITED': { tags: ['tag 7', 'tag 8'], sort: 'MOST_VISITED' },
  'with two tags that no link shares': { tags: ['tag 7', 'tag 20'] },
  ...Object.fromEntries(LINK_STATUSES.map((status) => [`status ${status}`, { status }])),
  'status EXPIRED, by RECENTLY_UPDATED': { status: 'EXPIRED', sort: 'RECENTLY_UPDATED' },
  archived: { archived: true },
  'archived or not, by MOST_VISITED': { archived: null, sort: 'MOST_VISITED' },
  'search with few results': { search: 'number 424' },
  'search without results': { search: 'zebra' },
  'all filters together': { search: 'number', tags: ['tag 7'], status: 'ACTIVE', archived: null, sort: 'MOST_VISITED' },
}

const slugOf = (index: number) => `listed-${index}`

/** What is set of a link by its number, as it is created or afterwards. */
const KINDS: readonly { readonly created?: object; readonly changed?: object }[] = [
  {},
  { created: { startsAt: new Date(Date.now() + HOUR_MS).toISOString() } },
  { created: { expiresAt: new Date(Date.now() - HOUR_MS).toISOString() } },
  { created: { maxVisits: 1 } },
  { changed: { enabled: false } },
  { changed: { archived: true } },
]
const kindOf = (index: number) => KINDS[index % KINDS.length]

async function createFrom(owner: Account, first: number): Promise<void> {
  const numbers = Array.from({ length: BULK }, (_, place) => first + place)
  const inputs = numbers.map((index) => ({
    target: `https://www.example.com/articles/2026/${index}/a-headline-of-some-length?utm_source=newsletter`,
    title: `Headline number ${index}`,
    shortlink: slugOf(index),
    tags: [index, index + 1, index + 3].map((tag) => `tag ${tag % 30}`),
    ...kindOf(index)?.created,
  }))
  const { createShortlinks } = await owner.ask<Outcome<'createShortlinks'>>(CREATE_MANY, { inputs })
  const changes = createShortlinks.flatMap(({ shortlink }, place) => {
    const changed = kindOf(first + place)?.changed
    return changed === undefined ? [] : [{ id: shortlink?.id, ...changed }]
  })
  const { updateShortlinks } = await owner.ask<Outcome<'updateShortlinks'>>(UPDATE_MANY, { inputs: changes })
  const failed = [...createShortlinks, ...updateShortlinks].find(({ error }) => error !== null)
  if (failed !== undefined) throw new Error(`A link was not made: ${failed.error}`)
}

interface Item {
  readonly error: string | null
  readonly shortlink: { readonly id: string } | null
}
type Outcome<Name extends string> = Readonly<Record<Name, readonly Item[]>>

const UPDATE_MANY =
  'mutation ($inputs: [UpdateShortlinkInput!]!) { updateShortlinks(inputs: $inputs) { error shortlink { id } } }'
