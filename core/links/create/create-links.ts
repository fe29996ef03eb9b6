import { ok, type Result, ResultAsync, safeTry } from 'neverthrow'
import { z } from 'zod'
import { lockQuota, type MeteredMonth, meteredMonthOf } from '../../billing/link-quota.ts'
import { checkIncluded, findPlanStatus, requireIncluded } from '../../billing/plan-status.ts'
import type { User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { DomainId } from '../../kernel/ids.ts'
import { inSlices } from '../../kernel/steps.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { requireOutboxCapacity } from '../../webhooks/deliveries/require-outbox-capacity.ts'
import { type BulkItem, bulkItems, changesOf, type ParsedItem, parseItems, toItems } from '../bulk/bulk.ts'
import { type Hashed, hashingFor, hashPasswords, WITH_PASSWORDS } from '../bulk/hash-passwords.ts'
import { recallItems } from '../bulk/recall-links.ts'
import { type Link, NewLink } from '../link.ts'
import { linksCreated } from '../link-events.ts'
import { roomChecker } from './check-room.ts'
import { findReusable } from './create-link.ts'
import { draftLink, draftsOf, insertGood, type LinkDraft } from './draft-link.ts'
import { findHostname } from './find-hostname.ts'
import { insertFitting } from './insert-fitting.ts'
import { taggedInserter } from './tagged-inserter.ts'

/** Creates several links; a failing item does not fail the others. Their events are queued together. */
export const createLinks = defineUseCase({
  name: 'createLinks',
  access: 'user',
  scope: 'links:create',
  demand: 'creates',
  // Items are parsed later, one by one.
  scopesOf: ({ inputs }) => (inputs.some(asksForReuse) ? ['links:read'] : []),
  input: z.object({ inputs: bulkItems<z.input<typeof NewLink>>('inputs', WITH_PASSWORDS) }),
  recall: recallItems(NewLink),
  prepare: (ports, caller, { inputs }, isGone) =>
    requireIncluded(ports, caller.owner, 'canBulk')
      .andThen(() => ResultAsync.fromSafePromise(inSlices(parseItems(NewLink, inputs), ports.pause)))
      .andThen((items) => ResultAsync.fromSafePromise(withRoom(ports, caller, items)))
      .andThen((items) => new ResultAsync(hashPasswords(hashingFor(ports, caller, isGone), items))),
  run: (ports, caller, inputs): ResultAsync<BulkItem<Link>[], ErrorOf<'plan-limit' | 'overloaded'>> =>
    safeTry(async function* () {
      yield* requireOutboxCapacity(ports, caller.owner)
      const status = yield* findPlanStatus(ports, caller.owner)
      yield* checkIncluded(status, 'canBulk')
      const month = meteredMonthOf(caller.owner, status, ports.clock.now())
      const { items, queued } = yield* ports.store.atomic<Created, never>((store) =>
        ResultAsync.fromSafePromise(createAll({ ...ports, store }, caller, month, inputs)),
      )
      if (queued > 0) ports.dispatcher.wake()
      return ok(items)
    }),
  audit: (items, inputs, at) =>
    changesOf(items, ({ id, createdAt }, index) => {
      const reuse = inputs[index]?.map(({ reuse }) => reuse).unwrapOr(false)
      return reuse && createdAt < at ? undefined : { kind: 'LINK', id }
    }),
})

const asksForReuse = (item: unknown) => (item as Partial<NewLink> | null)?.reuse === true

/** The items, with `plan-limit` for one whose password would be hashed although the quota has no room for its link. */
async function withRoom(ports: Ports, caller: User, items: readonly ParsedItem<NewLink>[]) {
  const check = roomChecker(ports, caller)
  const fitting: Result<NewLink, ErrorOf<'invalid-input' | 'plan-limit'>>[] = []
  for (const item of items)
    fitting.push(await item.asyncAndThen((fields) => new ResultAsync(check(fields)).map(() => fields)))
  return fitting
}

interface Created {
  readonly items: BulkItem<Link>[]
  /** Deliveries of events. */
  readonly queued: number
}

type CreateError = ErrorOf<
  'not-found' | 'invalid-input' | 'slug-taken' | 'slug-reserved' | 'external-id-taken' | 'plan-limit'
>
type Fields = Hashed<NewLink>
type Item = Result<Fields, ErrorOf<'invalid-input' | 'plan-limit'>>

interface ItemDraft extends LinkDraft {
  readonly reuse: boolean
}

async function createAll(
  ports: Ports,
  caller: User,
  month: MeteredMonth | undefined,
  inputs: readonly Item[],
): Promise<Created> {
  const quota = month && (await lockQuota(ports, month))
  const hostnames = await hostnamesOf(ports, caller, inputs)
  const results: Result<Link, CreateError>[] = []
  const created: Link[] = []
  const draft = (fields: Fields) =>
    // Every domain that an input names has an entry.
    draftLink(ports, caller, fields, hostnames.get(fields.domainId) as Hostname).map(
      (draft): ItemDraft => ({ ...draft, reuse: fields.reuse ?? false }),
    )
  const insertTagged = taggedInserter(ports, caller.owner)
  const insert = async (drafts: readonly LinkDraft[]) => {
    const inserted = await insertFitting(drafts, created.length, quota, insertTagged)
    created.push(...inserted.flatMap((result) => (result.isOk() ? result.value : [])))
    return inserted
  }
  for await (const drafts of draftsOf(ports, inputs, draft)) {
    results.push(...(await insertGood<ItemDraft, CreateError, CreateError>(drafts, reusing(ports, insert))))
  }
  if (created.length > 0) await quota?.spend(created.length)
  return { items: toItems(results), queued: await ports.store.outbox.add(linksCreated(created)) }
}

type Insert<Draft = LinkDraft> = (drafts: readonly Draft[]) => Promise<readonly Result<Link, CreateError>[]>

/** Inserts the drafts in order, except those that reuse a link. A draft may reuse the link of an earlier draft in the list. */
const reusing =
  (ports: Pick<Ports, 'store'>, insert: Insert): Insert<ItemDraft> =>
  async (drafts) => {
    if (!drafts.some(({ reuse }) => reuse)) return insert(drafts)
    const results: Result<Link, CreateError>[] = []
    for (const draft of drafts) {
      const present = draft.reuse ? await findReusable(ports, draft.link) : undefined
      results.push(...(present ? [ok(present)] : await insert([draft])))
    }
    return results
  }

type Hostname = Awaited<ReturnType<typeof findHostname>>

/** The hostname of each domain in the inputs, found once; includes inputs without a domain. */
async function hostnamesOf(ports: Ports, caller: User, inputs: readonly Item[]) {
  const ids = new Set(inputs.map((input) => (input.isOk() ? input.value.domainId : undefined)))
  const hostnames = new Map<DomainId | null | undefined, Hostname>()
  for (const domainId of ids) hostnames.set(domainId, await findHostname(ports, caller, { domainId }))
  return hostnames
}
