import type { LinkChange, LinkFeed, Store } from '@shortlink/core'
import { sql } from 'kysely'
import type { Result } from 'neverthrow'
import { ResultAsync } from 'neverthrow'
import { Mutex } from '../kit/mutex.ts'
import { sqlApiKeys } from './api-keys.ts'
import { sqlBioPages } from './bio-pages.ts'
import { sqlDeliveries } from './deliveries.ts'
import { sqlDomains } from './domains.ts'
import { type RecordHits, sqlHits } from './hits.ts'
import { sqlIdempotencyKeys } from './idempotency-keys.ts'
import type { LinkChangeEmitter, PublishChange } from './link-change-emitter.ts'
import { sqlLinks } from './links.ts'
import { sqlOutbox } from './outbox.ts'
import { sqlRefillOrders } from './refill-orders.ts'
import { sqlRevokedTokens } from './revoked-tokens.ts'
import type { RowLocks } from './row-locks.ts'
import type { Database } from './schema.ts'
import { sqlSubscriptions } from './subscriptions.ts'
import { within } from './transaction.ts'
import { sqlUsageMeters } from './usage-meters.ts'
import { sqlUsers } from './users.ts'
import { sqlWebhooks } from './webhooks.ts'

/** A store in a database that replicas may share. */
export interface SqlStore extends Store {
  /** A number below 1,024 that no other running replica has, for making hit ids. */
  replicaNumber(): Promise<number>
}

/** What a database does its own way. */
export interface Engine {
  readonly recordHits: RecordHits
  readonly locks: RowLocks
  /** The time by the database's clock, in milliseconds since 1970. */
  readonly now: () => Promise<number>
  /** Whoever wants to know of committed changes. */
  readonly desk: LinkChangeEmitter
  /** Whether changes made elsewhere are noticed, too. */
  readonly live: () => boolean
  /** Whether a transaction failed because of another beside it, so that it may well succeed when tried again. */
  readonly collided: (error: unknown) => boolean
  readonly replicaNumber: () => Promise<number>
  readonly close: () => Promise<void>
}

/** The whole store over the connections of one database. */
export function sqlStore(db: Database, parts: Engine): SqlStore {
  const { desk } = parts
  const linkFeed: LinkFeed = { subscribe: (listener) => desk.subscribe(listener), live: parts.live }
  const rest = {
    linkFeed,
    replicaNumber: parts.replicaNumber,
    close: parts.close,
    now: parts.now,
    async ping() {
      await sql`select 1`.execute(db.point)
    },
  }
  return {
    ...collections(db, parts, (news) => desk.publish([news])),
    ...rest,
    atomic: <T, E>(work: (store: Store) => ResultAsync<T, E>) => {
      const once = async (): Promise<Result<T, E>> => {
        const news: LinkChange[] = []
        const done = await undoingErrors<T, E>((check) =>
          db.write.transaction().execute(async (transaction) => {
            const store = transactionStore(within(transaction), parts, rest, news, 1)
            return check(await work(store))
          }),
        )
        if (done.isOk()) desk.publish(news)
        return done
      }
      return new ResultAsync<T, E>(retrying(once, parts.collided))
    },
  }
}

const TRIES = 4

/** Work inside a transaction is store calls alone, so nothing is left of a failed try. */
async function retrying<T>(work: () => Promise<T>, worthIt: (error: unknown) => boolean, tries = TRIES): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries <= 1 || !worthIt(error)) throw error
    return retrying(work, worthIt, tries - 1)
  }
}

const collections = (db: Database, { recordHits, locks }: Engine, note: PublishChange) => ({
  links: sqlLinks(db, note),
  hits: sqlHits(db, recordHits),
  domains: sqlDomains(db, note),
  users: sqlUsers(db, note),
  apiKeys: sqlApiKeys(db),
  revokedTokens: sqlRevokedTokens(db),
  idempotencyKeys: sqlIdempotencyKeys(db),
  bioPages: sqlBioPages(db),
  subscriptions: sqlSubscriptions(db),
  usageMeters: sqlUsageMeters(db),
  refillOrders: sqlRefillOrders(db),
  webhooks: sqlWebhooks(db),
  outbox: sqlOutbox(db, locks),
  deliveries: sqlDeliveries(db, locks),
})

/** The store as work inside a transaction sees it: its own `atomic` is a savepoint, and what is news waits for the commit. */
function transactionStore(
  db: Database,
  parts: Engine,
  rest: Pick<Store, 'linkFeed' | 'now' | 'ping' | 'close'>,
  news: LinkChange[],
  depth: number,
): Store {
  // Savepoints nest like brackets, so siblings have to take turns.
  const turns = new Mutex()
  return {
    ...collections(db, parts, (item) => news.push(item)),
    ...rest,
    atomic: <T, E>(work: (store: Store) => ResultAsync<T, E>) =>
      new ResultAsync<T, E>(
        turns.run(() =>
          undoingErrors<T, E>(async (check) => {
            const savepoint = sql.raw(`nested_${depth}`)
            const known = news.length
            await sql`savepoint ${savepoint}`.execute(db.write)
            try {
              const done = check(await work(transactionStore(db, parts, rest, news, depth + 1)))
              await sql`release savepoint ${savepoint}`.execute(db.write)
              return done
            } catch (error) {
              news.length = known
              await sql`rollback to savepoint ${savepoint}`.execute(db.write)
              await sql`release savepoint ${savepoint}`.execute(db.write)
              throw error
            }
          }),
        ),
      ),
  }
}

/** Only a throw makes a transaction roll back, so inside it an Err is thrown, and caught again outside. */
async function undoingErrors<T, E>(
  transaction: (check: (result: Result<T, E>) => Result<T, E>) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  let undone: Result<T, E> | undefined
  const check = (result: Result<T, E>) => {
    if (result.isOk()) return result
    undone = result
    throw new Undo()
  }
  try {
    return await transaction(check)
  } catch (error) {
    if (error instanceof Undo && undone) return undone
    throw error
  }
}

class Undo extends Error {}
