import { StatementTooLong } from '@shortlink/core/adapter'
import { Kysely } from 'kysely'
import type { AnswerSums } from '../../sql/analytics/analytics.ts'
import type { Database, Offload, Schema } from '../../sql/schema.ts'
import { openPool } from '../connection/connect.ts'
import { postgresDialect } from '../connection/dialect.ts'
import { endPool } from '../connection/end-pool.ts'
import type { SumsThread } from '../sums/sums-thread.ts'
import { newestEntries } from './newest-entries.ts'
import { StandbyWatch } from './standby-watch.ts'

export interface ReplicaEvents {
  /** Called once when the read replica is left out, with the reason, which has no secrets. */
  readonly onReplicaAway?: ((reason: string) => void) | undefined
  /** Called once when it is used again. */
  readonly onReplicaBack?: (() => void) | undefined
}

interface ReplicaOptions extends ReplicaEvents, ReplicaLimits {
  readonly url: string
  readonly poolSize: number
  /** Answers analytics queries on the standby, or by the connections if it has no slot for more. */
  readonly openSums: (standby: Kysely<Schema>) => SumsThread
  readonly primary: Pick<Database, 'lookup' | 'read'> & { readonly answerSums: AnswerSums }
  readonly closing: AbortSignal
}

export interface ReplicaLimits {
  /** A replica that lags by more is left out; 30 s by default. */
  readonly maxLagMs?: number
  /** How often to look at the replica; 1 s by default. */
  readonly intervalMs?: number
  /** A replica that takes longer for a short statement is left out; 1.5 s by default. */
  readonly checkMs?: number
}

/** How many reads each server answered, and why: `own_changes` are not replayed yet, `failed` on the replica and were repeated. */
type Outcome = 'replica' | 'unavailable' | 'own_changes' | 'failed'

/** The state of the read replica, for operators. */
export interface ReplicaUse {
  readonly isUp: boolean
  /** Undefined while it is unknown. */
  readonly lagSeconds: number | undefined
  /** Reads by the server that answered them: the replica, or the primary for one of three reasons. */
  readonly reads: Readonly<Record<Outcome, number>>
}

export interface ReadReplica {
  readonly offload: Offload
  readonly answerSums: AnswerSums
  use(): ReplicaUse
  warmUp(): void
  close(): Promise<unknown>
}

const MAX_LAG_MS = 30_000
const INTERVAL_MS = 1_000
/** Less than the time that reads of an account wait for each other. */
const CHECK_MS = 1_500
const CHECK_CONNECTIONS = 2

/**
 * Runs long reads on a standby of the database. The primary answers instead while the standby is unavailable or lags, while it lacks a
 * change of the account, and when a read fails there, as when it conflicts with the replay of changes. Resolves before it has connected.
 */
export function openReadReplica(options: ReplicaOptions): ReadReplica {
  const { url, poolSize, openSums, primary, closing } = options
  const { maxLagMs = MAX_LAG_MS, intervalMs = INTERVAL_MS, checkMs = CHECK_MS } = options
  const pools = [
    openPool(url, poolSize),
    openPool(url, CHECK_CONNECTIONS, { connectMs: checkMs, statementMs: checkMs }),
  ]
  const [standby, checks] = pools.map(
    (pool) => new Kysely<Schema>({ dialect: postgresDialect(pool, { closing, slotWaitMs: 0 }) }),
  ) as [Kysely<Schema>, Kysely<Schema>]
  const answering = openSums(standby)
  const watch = new StandbyWatch({
    primary: primary.lookup,
    standby: checks,
    maxLagMs,
    intervalMs,
    onAway: (reason) => options.onReplicaAway?.(reason),
    onBack: () => options.onReplicaBack?.(),
  })
  const reads: Record<Outcome, number> = { replica: 0, unavailable: 0, own_changes: 0, failed: 0 }

  async function hasChangesOf(owner: string): Promise<boolean> {
    const replayed = newestEntries(checks, owner).catch((error: unknown) => {
      watch.leaveOut(error)
      throw error
    })
    const [there, here] = await Promise.all([replayed, newestEntries(primary.lookup, owner)])
    return there === here
  }

  async function read<T>(
    owner: string | null,
    there: () => Promise<T>,
  ): Promise<{ readonly answer: T } | Exclude<Outcome, 'replica'>> {
    if (!watch.isUp) return 'unavailable'
    try {
      if (owner !== null && !(await hasChangesOf(owner))) return 'own_changes'
      return { answer: await there() }
    } catch (error) {
      // The primary would take as long.
      if (error instanceof StatementTooLong || closing.aborted) throw error
      return 'failed'
    }
  }

  async function readOrElse<T>(owner: string | null, there: () => Promise<T>, here: () => Promise<T>): Promise<T> {
    const outcome = await read(owner, there)
    reads[typeof outcome === 'string' ? outcome : 'replica'] += 1
    return typeof outcome === 'string' ? here() : outcome.answer
  }

  void watch.run()
  return {
    offload: (owner, work) =>
      readOrElse(
        owner,
        () => work(standby),
        () => work(primary.read),
      ),
    answerSums: (questions) =>
      readOrElse(
        questions.links.owner,
        () => answering.answer(questions),
        () => primary.answerSums(questions),
      ),
    use: () => ({
      isUp: watch.isUp,
      lagSeconds: watch.lagMs === undefined ? undefined : watch.lagMs / 1000,
      reads,
    }),
    warmUp: () => answering.warmUp(),
    close() {
      watch.close()
      return Promise.all([...pools.map(endPool), answering.close()])
    },
  }
}
