import type { LinkChangeEmitter, PublishChange } from '@shortlink/core/adapter'
import type { InsertAlone, LinkChange, LinkFeed, Store } from '@shortlink/core/ports'
import { sql } from 'kysely'
import type { Result } from 'neverthrow'
import { ResultAsync } from 'neverthrow'
import { Mutex } from '../kit/mutex.ts'
import { sqlApiKeys } from './accounts/api-keys.ts'
import { sqlInvitations } from './accounts/invitations.ts'
import { sqlOAuthRecords } from './accounts/oauth-records.ts'
import { sqlResetLinks } from './accounts/reset-links.ts'
import { sqlSessions } from './accounts/sessions.ts'
import { sqlUsers } from './accounts/users.ts'
import { type AnswerSums, sqlAnalytics } from './analytics/analytics.ts'
import { sqlAnnotations } from './analytics/annotations.ts'
import type { SumsDialect } from './analytics/expressions/sums-dialect.ts'
import { sqlRolls } from './analytics/rolls.ts'
import { sqlStatShares } from './analytics/stat-shares.ts'
import { sqlAudit } from './audit.ts'
import { sqlRefillOrders } from './billing/refill-orders.ts'
import { sqlSubscriptions } from './billing/subscriptions.ts'
import { sqlUsageMeters } from './billing/usage-meters.ts'
import { sqlBioPages } from './bio-pages.ts'
import { sqlRemovals } from './deletion/removals.ts'
import { sqlDomains } from './domains/domains.ts'
import type { HitMonths } from './hits/hit-months.ts'
import { sqlHitRetention } from './hits/hit-retention.ts'
import { sqlHitStream } from './hits/hit-stream.ts'
import { type RecordHits, sqlHits } from './hits/hits.ts'
import { sqlUnknownVisits } from './hits/unknown-visits.ts'
import { sqlIdempotencyKeys } from './idempotency-keys.ts'
import { sqlImports } from './imports.ts'
import { sqlInstance } from './instance.ts'
import type { Erasing } from './kit/erasing.ts'
import { retrying } from './kit/retrying.ts'
import type { RowLocks } from './kit/row-locks.ts'
import type { RowsFromJson } from './kit/rows-from-json.ts'
import { forJobs, rollingBackErrors, within } from './kit/transaction.ts'
import { sqlCampaignTemplates } from './links/campaign-templates.ts'
import { type LinksWithEntries, linkInserts } from './links/insert-links.ts'
import { sqlLinkDefaults } from './links/link-defaults.ts'
import type { SearchLinks } from './links/link-search.ts'
import { sqlLinks } from './links/links.ts'
import { sqlSavedViews } from './links/saved-views.ts'
import { sqlTags } from './links/tags.ts'
import { sqlVisitLimits } from './links/visit-limits.ts'
import { sqlBlockedHosts } from './moderation/blocked-hosts.ts'
import { sqlReports } from './moderation/reports.ts'
import { sqlQrStyles } from './qr-styles.ts'
import type { Database } from './schema.ts'
import type { Settled } from './totals/keep-totals.ts'
import { linkTotals } from './totals/link-totals.ts'
import { sqlDeliveries } from './webhooks/deliveries.ts'
import { sqlOutbox } from './webhooks/outbox.ts'
import { sqlWebhooks } from './webhooks/webhooks.ts'

/** A store in a database that replicas may share. */
export interface SqlStore extends Store {
  /** Returns a number from 0 to 1,023 that no other running replica has, for hit ids. */
  replicaNumber(): Promise<number>
}

/** Differences between the databases. */
export interface Engine {
  readonly recordHits: RecordHits
  readonly locks: RowLocks
  readonly hitMonths?: HitMonths
  readonly erasing: Erasing
  readonly rowsFromJson: RowsFromJson
  readonly linksWithEntries: LinksWithEntries
  readonly searchLinks: SearchLinks
  /** The time by the database's clock, in milliseconds since 1970. */
  readonly now: () => Promise<number>
  /** Emits committed changes. */
  readonly linkChanges: LinkChangeEmitter
  /** Whether changes of other processes are currently emitted, too. */
  readonly live: () => boolean
  /** Whether a transaction failed because of a concurrent one, so that it may succeed when tried again. */
  readonly isCollision: (error: unknown) => boolean
  readonly settled: Settled
  readonly sums: SumsDialect
  /** Runs analytics queries outside of transactions; within a transaction, its connection runs the statements one by one. */
  readonly answerSums: AnswerSums
  readonly replicaNumber: () => Promise<number>
  readonly close: () => Promise<void>
}

/** The whole store over the connections of one database. */
export function sqlStore(db: Database, engine: Engine): SqlStore {
  const { linkChanges } = engine
  const linkFeed: LinkFeed = { subscribe: (listener) => linkChanges.subscribe(listener), live: engine.live }
  const rest = {
    linkFeed,
    replicaNumber: engine.replicaNumber,
    close: engine.close,
    now: engine.now,
    async ping() {
      await sql`select 1`.execute(db.lookup)
    },
  }
  return {
    ...collections(db, engine, (change) => linkChanges.publish([change])),
    ...rest,
    atomic: <T, E>(work: (store: Store) => ResultAsync<T, E>) => {
      const attempt = async (): Promise<Result<T, E>> => {
        const changes: LinkChange[] = []
        const result = await rollingBackErrors<T, E>((throwErr) =>
          db.write.transaction().execute(async (transaction) => {
            const store = transactionStore(within(transaction), engine, rest, changes, 1)
            return throwErr(await work(store))
          }),
        )
        if (result.isOk()) linkChanges.publish(changes)
        return result
      }
      return new ResultAsync<T, E>(retrying(attempt, engine.isCollision))
    },
  }
}

function collections(db: Database, engine: Engine, publish: PublishChange) {
  const { insertManyAlone, ...inserts } = linkInserts(db.write, engine, publish)
  const insertAlone: InsertAlone = async (link, entry) => (await insertManyAlone([{ link, entry }])).size === 1
  const links = sqlLinks(
    db,
    publish,
    { ...inserts, ...linkTotals(db, engine.locks, engine.settled) },
    engine.searchLinks,
    engine.locks,
  )
  return { ...otherCollections(db, engine, publish), links, insertAlone }
}

const otherCollections = (
  db: Database,
  { recordHits, rowsFromJson, locks, isCollision, sums, answerSums, erasing, now, hitMonths }: Engine,
  publish: PublishChange,
) => ({
  tags: sqlTags(db, locks),
  hits: sqlHits(db, recordHits),
  hitRetention: sqlHitRetention({ db: forJobs(db), locks, erasing, now, months: hitMonths }),
  hitStream: sqlHitStream(db, erasing),
  analytics: sqlAnalytics(db, sums, db.read.isTransaction ? undefined : answerSums),
  rolls: sqlRolls(forJobs(db), locks, now),
  visitLimits: sqlVisitLimits(db, locks, isCollision),
  unknownVisits: sqlUnknownVisits(db),
  domains: sqlDomains(db, publish),
  blockedHosts: sqlBlockedHosts(db, publish),
  reports: sqlReports(db, locks),
  users: sqlUsers(db, publish, locks),
  apiKeys: sqlApiKeys(db),
  sessions: sqlSessions(db),
  resetLinks: sqlResetLinks(db),
  oauthRecords: sqlOAuthRecords(db),
  annotations: sqlAnnotations(db),
  statShares: sqlStatShares(db),
  savedViews: sqlSavedViews(db),
  campaignTemplates: sqlCampaignTemplates(db),
  linkDefaults: sqlLinkDefaults(db),
  imports: sqlImports(db),
  invitations: sqlInvitations(db),
  idempotencyKeys: sqlIdempotencyKeys(db),
  bioPages: sqlBioPages(db),
  qrStyles: sqlQrStyles(db),
  subscriptions: sqlSubscriptions(db),
  usageMeters: sqlUsageMeters(db),
  refillOrders: sqlRefillOrders(db),
  audit: sqlAudit(db, rowsFromJson),
  instance: sqlInstance(db),
  webhooks: sqlWebhooks(db),
  outbox: sqlOutbox(db, locks),
  deliveries: sqlDeliveries(db, locks),
  removals: sqlRemovals(forJobs(db), locks),
})

/** The store inside a transaction: its own `atomic` is a savepoint, and changes are published after the commit. */
function transactionStore(
  db: Database,
  engine: Engine,
  rest: Pick<Store, 'linkFeed' | 'now' | 'ping' | 'close'>,
  changes: LinkChange[],
  depth: number,
): Store {
  // Savepoints nest like brackets, so siblings run one after the other.
  const mutex = new Mutex()
  return {
    ...collections(db, engine, (change) => changes.push(change)),
    ...rest,
    atomic: <T, E>(work: (store: Store) => ResultAsync<T, E>) =>
      new ResultAsync<T, E>(
        mutex.run(() =>
          rollingBackErrors<T, E>(async (throwErr) => {
            const savepoint = sql.raw(`nested_${depth}`)
            const before = changes.length
            await sql`savepoint ${savepoint}`.execute(db.write)
            try {
              const result = throwErr(await work(transactionStore(db, engine, rest, changes, depth + 1)))
              await sql`release savepoint ${savepoint}`.execute(db.write)
              return result
            } catch (error) {
              changes.length = before
              await sql`rollback to savepoint ${savepoint}`.execute(db.write)
              await sql`release savepoint ${savepoint}`.execute(db.write)
              throw error
            }
          }),
        ),
      ),
  }
}
