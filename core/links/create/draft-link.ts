import { err, ok, type Result, ResultAsync } from 'neverthrow'
import type { Caller, Instant } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { Slugs } from '../../kernel/ports.ts'
import { inSlices, type Steps } from '../../kernel/steps.ts'
import type { Policy, Ports } from '../../ports.ts'
import { checkTargets } from '../check-targets.ts'
import { type Link, type LinkGiven, makeLink, type NewLink } from '../link.ts'
import type { LinkRecord } from '../links.port.ts'
import { newSlug } from '../loose-slugs.ts'
import { isReserved } from '../reserved-slugs.ts'

/** A link that is not stored yet. */
export interface LinkDraft extends Pick<LinkRecord, 'passwordHash'> {
  readonly link: Link
  /** Whether its slug was generated, and is replaced if it is taken. */
  readonly isGenerated: boolean
}

export type DraftPorts = Pick<Ports, 'ids' | 'slugs' | 'clock' | 'policy' | 'blocklist'>

/** A draft of the requested link, on the hostname that was found for it. */
export function draftLink<E>(
  ports: DraftPorts,
  caller: Caller,
  fields: LinkGiven & Pick<NewLink, 'slug'>,
  hostname: Result<string, E>,
): Result<LinkDraft, E | ErrorOf<'slug-reserved' | 'invalid-input'>> {
  const { ids, slugs, clock, policy } = ports
  if (fields.slug != null && isReserved(fields.slug)) return err({ type: 'slug-reserved' })
  return checkTargets(ports, caller, fields)
    .andThen(() => hostname)
    .map((hostname) => {
      const slug = fields.slug == null ? freshSlug(slugs, policy.slugs.length) : newSlug(policy.slugs, fields.slug)
      const given = { id: ids.link(), hostname, slug, createdAt: clock.now() }
      const link = { ...makeLink(caller, fields, given), ...anonymousExpiry(policy, caller, given.createdAt) }
      return { link, passwordHash: fields.passwordHash ?? null, isGenerated: fields.slug == null }
    })
}

const DAY_MS = 24 * 60 * 60 * 1000

const anonymousExpiry = ({ anonymousLinkDays }: Policy, caller: Caller, createdAt: Instant): Partial<Link> =>
  caller.kind === 'user' || anonymousLinkDays === 0 ? {} : { expiresAt: createdAt + anonymousLinkDays * DAY_MS }

function freshSlug(slugs: Slugs, length: number): string {
  const slug = slugs.fresh(length)
  return isReserved(slug) ? freshSlug(slugs, length) : slug
}

/** Number of rules to check per step. */
const STEP_RULES = 250

/** The drafts of parsed items, created by `draft`. */
function* draftItems<Fields extends Pick<NewLink, 'rules'>, Draft, F, E>(
  items: readonly Result<Fields, F>[],
  draft: (fields: Fields) => Result<Draft, E>,
): Steps<Result<Draft, E | F>[]> {
  const drafts: Result<Draft, E | F>[] = []
  let rules = 0
  for (const item of items) {
    drafts.push(item.andThen(draft))
    rules += item.map(({ rules }) => rules?.length ?? 0).unwrapOr(0)
    if (rules < STEP_RULES) continue
    rules = 0
    yield
  }
  return drafts
}

/** The draft with a longer slug, so that retries end even in a full namespace. */
const redrafted = (slugs: Slugs, draft: LinkDraft): LinkDraft => ({
  ...draft,
  link: { ...draft.link, slug: freshSlug(slugs, draft.link.slug.length + 1) },
})

/** The stored record of a draft. Callers get only the link. */
export const recordOf = ({ link, passwordHash }: LinkDraft): LinkRecord =>
  passwordHash == null ? link : { ...link, passwordHash }

type InsertPorts = Pick<Ports, 'store' | 'slugs'>

/** Errors of a link that cannot be stored, since another one has its slug or its external id. */
export type TakenError = ErrorOf<'slug-taken' | 'external-id-taken'>

/**
 * Stores the link of a draft; `slug-taken` if the caller chose the slug and its namespace has it, `external-id-taken` if the owner has the
 * external id.
 */
export const insertDraft = (ports: InsertPorts, draft: LinkDraft): ResultAsync<Link, TakenError> =>
  ports.store.links
    .insert(recordOf(draft))
    .andThen(() => ok(draft.link))
    .orElse((taken) =>
      ResultAsync.fromSafePromise(isExternalIdTaken(ports, draft)).andThen((isTaken) => {
        if (isTaken) return err<Link, TakenError>({ type: 'external-id-taken' })
        return draft.isGenerated ? insertDraft(ports, redrafted(ports.slugs, draft)) : err(taken)
      }),
    )

/** Whether another link of the owner has the external id of a draft. */
const isExternalIdTaken = async ({ store }: InsertPorts, { link: { owner, externalId } }: LinkDraft) =>
  owner !== null && externalId !== null && (await store.links.findByExternalId(owner, externalId)) !== undefined

/** Maximum number of drafts per statement, which takes a few milliseconds. */
const DRAFTS_AT_ONCE = 100

/** The drafts of the items, in chunks of the size that {@link insertDrafts} takes. */
export async function* draftsOf<Fields extends Pick<NewLink, 'rules'>, Draft, F, E>(
  { pause }: Pick<Ports, 'pause'>,
  items: readonly Result<Fields, F>[],
  draft: (fields: Fields) => Result<Draft, E>,
): AsyncGenerator<Result<Draft, E | F>[], void> {
  for (let start = 0; start < items.length; start += DRAFTS_AT_ONCE) {
    yield await inSlices(draftItems(items.slice(start, start + DRAFTS_AT_ONCE), draft), pause)
  }
}

/**
 * Stores the links of at most {@link DRAFTS_AT_ONCE} drafts as {@link insertDraft} would one after the other. Returns one result per draft.
 * Call it inside a transaction.
 */
export async function insertDrafts(
  ports: InsertPorts,
  drafts: readonly LinkDraft[],
): Promise<Result<Link, TakenError>[]> {
  if (drafts.length === 0) return []
  const inserted = await ports.store.links.insertMany(drafts.map(recordOf))
  const known = new Set<LinkDraft>()
  for (const draft of drafts) {
    if (!inserted.has(draft.link.id) && (await isExternalIdTaken(ports, draft))) known.add(draft)
  }
  const isLost = (draft: LinkDraft) => draft.isGenerated && !inserted.has(draft.link.id) && !known.has(draft)
  const again = drafts.filter(isLost).map((draft) => redrafted(ports.slugs, draft))
  const late = (await insertDrafts(ports, again)).values()
  return drafts.map((draft) => {
    if (known.has(draft)) return err({ type: 'external-id-taken' })
    if (isLost(draft)) return late.next().value as Result<Link, never>
    return inserted.has(draft.link.id) ? ok(draft.link) : err({ type: 'slug-taken' })
  })
}

/** Stores the good ones of the drafts by `insert`, which returns one result for each. Returns one result per draft. */
export async function insertGood<Draft extends LinkDraft, E, Lost>(
  drafts: readonly Result<Draft, E>[],
  insert: (good: readonly Draft[]) => Promise<readonly Result<Link, Lost>[]>,
): Promise<Result<Link, E | Lost>[]> {
  const inserted = (await insert(drafts.flatMap((draft) => (draft.isOk() ? draft.value : [])))).values()
  return drafts.map((draft) => (draft.isOk() ? (inserted.next().value as Result<Link, Lost>) : err(draft.error)))
}
