import { isReserved, isSlug } from '@shortlink/core'
import { firstOfItsKind } from '../../../import/first-of-its-kind.ts'
import type { Refusing } from '../../../import/losses.ts'
import { type LinkHere, opennessOf } from '../../../import/openness.ts'
import { type FindPlace, placeName } from '../../../import/places.ts'
import { type Planned, planRow } from '../../../import/plan-row.ts'
import { isAddress } from '../../ui/text/is-address.ts'
import type { OwnLink } from '../queries.ts'
import { type Wanted, wantedOf } from './new-link.ts'
import type { ReadFile } from './read-file.ts'

/** Why a link is left out. */
export type Reason =
  /** It would be more open than before, or redirect elsewhere. */
  | { readonly kind: 'lost'; readonly by: readonly Refusing[]; readonly domain: string | null }
  | { readonly kind: 'twice' }
  /** The server would refuse it. */
  | { readonly kind: 'address' | 'reserved' | 'slug' | 'taken' }
  /** The field does not accept a value of this type. */
  | { readonly kind: 'field'; readonly field: string }
  /** It already exists as an active link, but these restrict it in the file. */
  | { readonly kind: 'open'; readonly by: readonly string[] }
  | { readonly kind: 'stopped' }
  /** In the words of the server, or of the reader of the file. */
  | { readonly kind: 'text'; readonly text: string }

/** A link of a file, and its position. */
interface InFile {
  /** Counted from 1, without the header. */
  readonly row: number
  readonly slug: string
  readonly target: string
}
export interface LeftOut extends InFile {
  readonly reason: Reason
}
export interface Ready extends InFile, Wanted {}

/** Numbers by name. */
export type Counts = ReadonlyMap<string, number>

/** Preview of an import. */
export interface Plan {
  readonly ready: readonly Ready[]
  readonly leftOut: readonly LeftOut[]
  /** Number of links that already exist in the account. */
  readonly present: number
  /** Number of links by the losses that refuse them, accepted or not. */
  readonly refusing: Counts
  /** Number of ready links by loss. */
  readonly lost: Counts
  /** Links by the domain that they are on. */
  readonly domains: Counts
  /** Number of ready links that are imported closed, because of their password or state. */
  readonly closed: number
  /** Number of ready links with a partly used visit limit. */
  readonly limited: number
}

export interface PlanOptions {
  readonly place: FindPlace
  readonly accepted: ReadonlySet<Refusing>
  /** Ids of the account's verified domains by hostname. */
  readonly domainIds: ReadonlyMap<string, string>
  /** The account's links by {@link addressOf}. */
  readonly own: ReadonlyMap<string, OwnLink>
}

/** The key for finding a link of the account. */
export const addressOf = (hostname: unknown, slug: unknown) => `${hostname ?? ''}/${slug}`

/** Decides on each link of a file, without any requests. */
export function planFile({ rows, program }: ReadFile, { place, accepted, domainIds, own }: PlanOptions): Plan {
  const [ready, leftOut]: [Ready[], LeftOut[]] = [[], []]
  const [refusing, lost, domains] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
  const earlierOf = firstOfItsKind()
  let [present, closed, limited] = [0, 0, 0]
  const decide = (row: number, planned: Planned): Reason | undefined => {
    if (planned.kind === 'skipped') return undefined
    const { source } = planned
    if (planned.kind === 'refused') {
      if (planned.hostname !== undefined) earlierOf(planned.hostname, source, row)
      if (planned.fault !== undefined) return { kind: 'text', text: planned.fault }
      return { kind: 'lost', by: planned.by, domain: source.domain }
    }
    const { link } = planned
    if (earlierOf(link.hostname, source, row) !== undefined) return { kind: 'twice' }
    const here = own.get(addressOf(link.hostname, link.slug))
    if (here !== undefined && here.target === link.target) {
      const by = opennessOf(planned, toHere(here))
      if (by.length > 0) return { kind: 'open', by }
      present++
      return undefined
    }
    const wanted = wantedOf(planned, domainIds.get(String(link.hostname)))
    if ('fault' in wanted) return { kind: 'field', field: wanted.fault }
    const [slug, target] = [String(source.slug), String(source.target)]
    if (!isSlug(slug)) return { kind: 'slug' }
    if (isReserved(slug)) return { kind: 'reserved' }
    if (here !== undefined) return { kind: 'taken' }
    if (!isAddress(String(link.target))) return { kind: 'address' }
    for (const name of planned.losses) countIn(lost, name)
    if (wanted.change?.enabled === false) closed++
    if (link.visitsLeft != null && link.visitsLeft !== link.maxVisits) limited++
    ready.push({ row, slug, target, ...wanted })
    return undefined
  }
  for (const [index, row] of rows.entries()) {
    // Without accepted losses, to count the acceptable ones.
    const bare = planRow(row, { program, place, accepted: new Set() })
    for (const [n, planned] of planRow(row, { program, place, accepted }).entries()) {
      const { source } = planned
      countIn(domains, placeName(source.domain))
      for (const loss of refusedBy(bare[n])) countIn(refusing, loss)
      const reason = decide(index + 1, planned)
      if (reason !== undefined)
        leftOut.push({ row: index + 1, slug: String(source.slug ?? ''), target: String(source.target ?? ''), reason })
    }
  }
  return { ready, leftOut, present, refusing, lost, domains, closed, limited }
}

/** The acceptable losses of a link; a domain is mapped instead. */
function refusedBy(planned: Planned | undefined): readonly Refusing[] {
  if (planned?.kind === 'refused') return planned.by.filter((loss) => loss !== 'domain')
  return planned?.kind === 'link' && planned.isClosed ? ['password'] : []
}

const toHere = ({ status, ...link }: OwnLink): LinkHere => ({ ...link, disabled: status === 'BLOCKED' })

const countIn = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
