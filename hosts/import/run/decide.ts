import type { BulkItem, Link } from '@shortlink/core'
import type { Earlier } from '../first-of-its-kind.ts'
import type { Refusing } from '../losses.ts'
import { isOpen, opennessOf } from '../openness.ts'
import type { Planned } from '../plan-row.ts'
import { hostnameOf, type Numbered } from './batches.ts'

export type NumberedLink = Numbered<Extract<Planned, { readonly kind: 'link' }>>

/** Why a link is not imported. */
export type Problem =
  /** It would be less restricted than before, or redirect elsewhere. `isOpen`: the account has it already, and visitors may follow it. */
  | {
      readonly kind: 'lost'
      readonly by: readonly Refusing[]
      readonly domain: string | null
      readonly isOpen: boolean
    }
  /** The row is not to be trusted. */
  | { readonly kind: 'fault'; readonly text: string; readonly isOpen: boolean }
  | { readonly kind: 'twice'; readonly earlier: Earlier }
  /** The account has it as an active link that lacks these restrictions. */
  | { readonly kind: 'open'; readonly by: readonly string[] }
  /** The import refused it. */
  | { readonly kind: 'invalid'; readonly text: string }

/** The result for a link of the file. */
export type Decision =
  | { readonly kind: 'created'; readonly planned: NumberedLink }
  | { readonly kind: 'present' | 'skipped'; readonly planned: Numbered }
  | { readonly kind: 'problem'; readonly planned: Numbered; readonly problem: Problem }

/** The account that an import reads and changes. */
export interface ImportTools {
  /** Imports links; the results are in their order. */
  create(links: readonly NumberedLink['link'][]): Promise<readonly BulkItem<'created' | 'present'>[]>
  /** The account's link with this slug and target. */
  find(hostname: unknown, slug: string, target: string): Promise<Link | undefined>
}

/** Imports the importable links of a batch. Returns the decision on each of its links, in the order of their rows. */
export async function decideBatch(tools: ImportTools, batch: readonly Numbered[]): Promise<readonly Decision[]> {
  const decisions: Decision[] = []
  const fresh: NumberedLink[] = []
  for (const planned of batch) {
    const decision = await decideAlone(tools, planned)
    if (decision === undefined) fresh.push(planned as NumberedLink)
    else decisions.push(decision)
  }
  for (const item of await tools.create(fresh.map(({ link }) => link)))
    decisions.push(await decisionOf(tools, fresh[item.index] as NumberedLink, item))
  return decisions.sort((one, other) => one.planned.row - other.planned.row)
}

/** The decision on a link that is not created; undefined for others. */
async function decideAlone(tools: ImportTools, planned: Numbered): Promise<Decision | undefined> {
  if (planned.kind === 'skipped') return { kind: 'skipped', planned }
  const { source, earlier } = planned
  if (planned.kind === 'link') return earlier && { kind: 'problem', planned, problem: { kind: 'twice', earlier } }
  const hostname = hostnameOf(planned)
  const here = hostname === undefined || earlier ? undefined : await linkHere(tools, planned, hostname)
  const { by, fault } = planned
  const isOpenHere = here !== undefined && isOpen(here)
  const problem: Problem =
    fault === undefined
      ? { kind: 'lost', by, domain: source.domain, isOpen: isOpenHere }
      : { kind: 'fault', text: fault, isOpen: isOpenHere }
  return { kind: 'problem', planned, problem }
}

async function decisionOf(
  tools: ImportTools,
  planned: NumberedLink,
  { value, error }: BulkItem<'created' | 'present'>,
): Promise<Decision> {
  if (value === 'created') return { kind: 'created', planned }
  if (value === null) return { kind: 'problem', planned, problem: { kind: 'invalid', text: error ?? '' } }
  const here = await linkHere(tools, planned, planned.link.hostname)
  const by = here === undefined ? [] : opennessOf(planned, here)
  return by.length > 0 ? { kind: 'problem', planned, problem: { kind: 'open', by } } : { kind: 'present', planned }
}

/** The account's link that an earlier import, or its owner, created from the link of the file. */
async function linkHere({ find }: ImportTools, { source: { slug, target } }: Planned, hostname: unknown) {
  // Other text is no slug, and some of it is no valid input of a lookup.
  if (typeof slug !== 'string' || typeof target !== 'string' || !/^[\w-]+$/.test(slug)) return undefined
  return find(hostname, slug, target)
}
