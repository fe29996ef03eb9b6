import { err, ok, type Result, ResultAsync, safeTry } from 'neverthrow'
import { z } from 'zod'
import { type LinkQuota, lockQuota, type MeteredMonth, meteredMonthOf } from '../billing/link-quota.ts'
import { checkIncluded, findPlanStatus } from '../billing/plan-status.ts'
import type { User } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { DomainId } from '../kernel/ids.ts'
import { inSlices } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { requireOutboxCapacity } from '../webhooks/require-outbox-capacity.ts'
import { type BulkItem, bulkItems, type ParsedItem, parseItems, toItems } from './bulk.ts'
import { draftLink, draftsOf, insertDrafts, insertGood, type LinkDraft } from './draft-link.ts'
import { findHostname } from './find-hostname.ts'
import { type Link, NewLink } from './link.ts'
import { linksCreated } from './link-events.ts'
import { recallItems } from './recall-links.ts'

/** Creates several links; a failing item does not fail the others. Their events are queued together. */
export const createLinks = defineUseCase({
  name: 'createLinks',
  access: 'user',
  demand: 'creates',
  input: z.object({ inputs: bulkItems('inputs') }),
  recall: recallItems,
  prepare: ({ pause }, _caller, { inputs }) =>
    ResultAsync.fromSafePromise(inSlices(parseItems(NewLink, inputs), pause)),
  run: (ports, caller, inputs): ResultAsync<BulkItem<Link>[], ErrorOf<'plan-limit' | 'overloaded'>> =>
    safeTry(async function* () {
      yield* requireOutboxCapacity(ports, caller.userId)
      const status = yield* findPlanStatus(ports, caller.userId)
      yield* checkIncluded(status, 'canBulk')
      const month = meteredMonthOf(caller.userId, status, ports.clock.now())
      const { items, queued } = yield* ports.store.atomic<Created, never>((store) =>
        ResultAsync.fromSafePromise(createAll({ ...ports, store }, caller, month, inputs)),
      )
      if (queued > 0) ports.dispatcher.wake()
      return ok(items)
    }),
})

interface Created {
  readonly items: BulkItem<Link>[]
  /** Deliveries of events. */
  readonly queued: number
}

type CreateError = ErrorOf<'not-found' | 'invalid-input' | 'slug-taken' | 'slug-reserved' | 'plan-limit'>

async function createAll(
  ports: Ports,
  caller: User,
  month: MeteredMonth | undefined,
  inputs: readonly ParsedItem<NewLink>[],
): Promise<Created> {
  const quota = month && (await lockQuota(ports, month))
  const hostnames = await hostnamesOf(ports, caller, inputs)
  const results: Result<Link, CreateError>[] = []
  const links = () => results.flatMap((result) => (result.isOk() ? result.value : []))
  const draft = (fields: NewLink) =>
    // Every domain that an input names has an entry.
    draftLink(ports, caller, fields, hostnames.get(fields.domainId) as Hostname)
  for await (const drafts of draftsOf(ports, inputs, draft)) {
    const spent = links().length
    const insert = (good: readonly LinkDraft[]) => insertFitting(ports, good, spent, quota)
    results.push(...(await insertGood<LinkDraft, CreateError, CreateError>(drafts, insert)))
  }
  const created = links()
  if (created.length > 0) await quota?.spend(created.length)
  return { items: toItems(results), queued: await ports.store.outbox.add(linksCreated(created)) }
}

type Hostname = Awaited<ReturnType<typeof findHostname>>

/** The hostname of each domain that the inputs name, found once; also of none. */
async function hostnamesOf(ports: Ports, caller: User, inputs: readonly ParsedItem<NewLink>[]) {
  const ids = new Set(inputs.map((input) => (input.isOk() ? input.value.domainId : undefined)))
  const hostnames = new Map<DomainId | null | undefined, Hostname>()
  for (const domainId of ids) hostnames.set(domainId, await findHostname(ports, caller, { domainId }))
  return hostnames
}

/** Stores the drafts in order as far as the quota goes, of which links of the same call have `spent` a part. */
async function insertFitting(
  ports: Ports,
  drafts: readonly LinkDraft[],
  spent: number,
  quota: LinkQuota | undefined,
): Promise<Result<Link, CreateError>[]> {
  if (quota === undefined) return insertDrafts(ports, drafts)
  const results: Result<Link, CreateError>[] = []
  let left = quota.left - spent
  while (left > 0 && results.length < drafts.length) {
    // A link whose slug is taken spends no quota, so a later one may fit in its place.
    const some = await insertDrafts(ports, drafts.slice(results.length, results.length + left))
    left -= some.filter((result) => result.isOk()).length
    results.push(...some)
  }
  return [...results, ...drafts.slice(results.length).map(() => err(quota.usedUp))]
}
