import { forgetEntries } from './audit/forget-entries.ts'
import { fillOrders, forgetOrphans } from './billing/fill-orders.ts'
import { recheckDomains } from './domains/recheck-domains.ts'
import { cutAddresses, forgetVisitors, purgeVisits } from './hits/keep-visits.ts'
import { REPLAY_WINDOW_MS } from './idempotency/run-once.ts'
import { importsKeptFrom } from './imports/import.ts'
import type { Instant } from './kernel/caller.ts'
import { freeBefore } from './links/delete/tombstones.ts'
import { unknownVisitsKeptFrom } from './links/visits/unknown-visits.ts'
import { reportsKeptFrom } from './moderation/reports/report.ts'
import type { Ports } from './ports.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** After each step of long work, so that it leaves most of the database's time to requests. */
const STEP_PAUSE_MS = 20
/** After each step of a removal, so that others have three quarters of the database's time; longer while steps wait for others. */
const REMOVAL_PAUSE_MS = { perStepMs: 3, shortest: 5, longest: 100 }
/** Removals of fewer rows are not worth a line in the log. */
const LOGGED_REMOVAL_ROWS = 10_000

/** The ports of use cases, and additional ones for periodic work. */
export interface JobPorts extends Ports {
  /** Returns the time up to which expired records may be deleted; undefined while no clock can be trusted. */
  readonly expiryTime: () => Promise<Instant | undefined>
  readonly sleep: (milliseconds: number) => Promise<unknown>
  /** Aborted when the service stops: a long job ends after its current step. */
  readonly signal: AbortSignal
  readonly log: JobLog
}

interface JobLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** Periodic work. It runs on every replica, so running it twice at a time must do no harm. */
export interface Job {
  readonly name: string
  /** Milliseconds between runs. A run that takes longer skips the next one. */
  readonly everyMs: number
  /** Milliseconds until a job is run again that rejected or returned {@link POSTPONED}; `everyMs` by default. */
  readonly retryMs?: number
  /** Whether the first run is at the start of the service, not after an interval. */
  readonly atStart?: boolean
  run(ports: JobPorts): Promise<unknown>
}

/** Result of a job that could not do its work yet. */
export const POSTPONED = 'postponed'

/** All periodic work of the service. */
export const JOBS: readonly Job[] = [
  {
    name: 'forget old idempotency keys',
    everyMs: 10 * MINUTE_MS,
    run: ({ store, expiryTime }) => upTo(expiryTime, (now) => store.idempotencyKeys.forget(now - REPLAY_WINDOW_MS)),
  },
  {
    name: 'forget expired tokens',
    everyMs: 10 * MINUTE_MS,
    run: ({ store, expiryTime }) =>
      upTo(expiryTime, (now) =>
        Promise.all([
          store.sessions.forget(now),
          store.resetLinks.forget(now),
          store.statShares.forget(now),
          store.annotations.forget(),
          store.oauthRecords.forget(now),
        ]),
      ),
  },
  {
    name: 'free the slugs of links deleted long ago',
    everyMs: HOUR_MS,
    retryMs: 10 * MINUTE_MS,
    run: (ports) =>
      upTo(ports.expiryTime, (now) => inSteps(ports, ports.store.links.forgetTombstones(freeBefore(ports, now)))),
  },
  {
    // One sweep deletes the values that an earlier one found unused, so all data of a deleted account is deleted within half a day.
    name: 'sweep values that no hit shares any more',
    everyMs: 6 * HOUR_MS,
    retryMs: 10 * MINUTE_MS,
    run: (ports) => upTo(ports.expiryTime, () => sweepHits(ports)),
  },
  {
    name: 'forget what visitors of past days were counted by',
    everyMs: HOUR_MS,
    atStart: true,
    run: (ports) => inSteps(ports, forgetVisitors(ports)),
  },
  {
    name: 'prepare the storage of visits',
    everyMs: HOUR_MS,
    retryMs: 10 * MINUTE_MS,
    atStart: true,
    run: async ({ store }) => store.hitRetention.prepare(await store.now()),
  },
  {
    name: 'remove visits of past days',
    everyMs: HOUR_MS,
    retryMs: 10 * MINUTE_MS,
    atStart: true,
    run: (ports) => upTo(ports.expiryTime, (now) => inSteps(ports, purgeVisits(ports, now))),
  },
  {
    name: 'forget past visits to unknown slugs',
    everyMs: HOUR_MS,
    retryMs: 10 * MINUTE_MS,
    atStart: true,
    run: (ports) =>
      upTo(ports.expiryTime, (now) => inSteps(ports, ports.store.unknownVisits.sweep(unknownVisitsKeptFrom(now)))),
  },
  {
    name: 'forget old imports',
    everyMs: HOUR_MS,
    retryMs: 10 * MINUTE_MS,
    run: ({ store, expiryTime }) => upTo(expiryTime, (now) => store.imports.forget(importsKeptFrom(now))),
  },
  {
    name: 'forget old reports',
    everyMs: HOUR_MS,
    retryMs: 10 * MINUTE_MS,
    atStart: true,
    run: ({ store, expiryTime }) => upTo(expiryTime, (now) => store.reports.forget(reportsKeptFrom(now))),
  },
  {
    name: 'forget old audit entries',
    everyMs: HOUR_MS,
    retryMs: 10 * MINUTE_MS,
    atStart: true,
    run: (ports) => upTo(ports.expiryTime, (now) => inSteps(ports, forgetEntries(ports, now))),
  },
  {
    name: 'cut addresses of past visits',
    everyMs: HOUR_MS,
    retryMs: 10 * MINUTE_MS,
    atStart: true,
    run: (ports) => upTo(ports.expiryTime, (now) => inSteps(ports, cutAddresses(ports, now))),
  },
  {
    name: 'remove what deletions left',
    everyMs: 2 * SECOND_MS,
    run: removeDeleted,
  },
  {
    name: 'keep totals of large accounts',
    everyMs: 10 * SECOND_MS,
    run: (ports) => inSteps(ports, ports.store.links.keepTotals()),
  },
  {
    name: 'roll up visits',
    everyMs: MINUTE_MS,
    run: rollVisits,
  },
  {
    name: 'recheck domains',
    everyMs: 10 * MINUTE_MS,
    async run(ports) {
      for (const hostname of await recheckDomains(ports)) ports.log.warn({ hostname }, 'a domain lost its proof')
    },
  },
  {
    name: 'buy refills',
    everyMs: 2 * SECOND_MS,
    async run(ports) {
      const orders = ports.payments.configured ? await fillOrders(ports) : 0
      if (orders > 0) ports.log.info({ orders }, 'refill orders were processed')
    },
  },
  {
    name: 'forget customers of deleted accounts',
    everyMs: 2 * SECOND_MS,
    run: async (ports) => ports.payments.configured && forgetOrphans(ports),
  },
]

/** Deletes up to the time that can be trusted; postponed while there is none. */
async function upTo(expiryTime: JobPorts['expiryTime'], work: (now: Instant) => Promise<unknown>) {
  const now = await expiryTime()
  return now === undefined ? POSTPONED : work(now)
}

async function rollVisits(ports: JobPorts) {
  const { store, log } = ports
  const onFailed = (err: unknown, what: string) => log.warn({ err, what }, 'visits could not be summed')
  return inSteps(ports, store.rolls.roll(await store.now(), onFailed))
}

async function sweepHits(ports: JobPorts) {
  return inSteps(ports, ports.store.hits.sweep(await ports.store.now()))
}

async function inSteps({ sleep, signal }: JobPorts, steps: AsyncIterable<unknown>) {
  for await (const _ of steps) {
    if (signal.aborted) return
    await sleep(STEP_PAUSE_MS)
  }
}

async function removeDeleted({ store, clock, sleep, signal, log }: JobPorts) {
  const { perStepMs, shortest, longest } = REMOVAL_PAUSE_MS
  let rows = 0
  let startedAt = clock.now()
  for await (const removed of store.removals.run()) {
    rows += removed
    if (signal.aborted) return
    await sleep(Math.min(Math.max((clock.now() - startedAt) * perStepMs, shortest), longest))
    startedAt = clock.now()
  }
  if (rows >= LOGGED_REMOVAL_ROWS) log.info({ rows }, 'rows of deleted links and accounts were removed')
}
