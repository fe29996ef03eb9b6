/** Values that each scrape reads from the parts of the service; a part that an embedder replaced may have none. */
export interface Readings {
  readonly hits?:
    | {
        readonly stored: number
        readonly spilled: number
        readonly dropped: number
        readonly refused: number
        readonly buffered: number
        readonly oldestSeconds: number
        readonly journalBytes: number
      }
    | undefined
  readonly hitWorkerRestarts?: number | undefined
  readonly cache?: { readonly hits: number; readonly misses: number } | undefined
  /** Free space on the service's disks, and whether it is enough for creations. */
  readonly disk: { readonly freeBytes?: number | undefined; readonly hasRoom: boolean }
  /** Only if the database has a pool. */
  readonly pool?: { readonly total: number; readonly idle: number; readonly waiting: number } | undefined
  /** Only with a read replica. */
  readonly readReplica?:
    | {
        readonly isUp: boolean
        /** Undefined while it is unknown. */
        readonly lagSeconds: number | undefined
        /** Reads by who answered them. */
        readonly reads: Readonly<Record<string, number>>
      }
    | undefined
  /** Verified domains without a TXT record at the last check; rejects when the database is unreachable. */
  domainsMissingProof(): Promise<number>
  /** Deleted accounts, links and webhooks with remaining rows; rejects when the database is unreachable. */
  deletionsWaiting(): Promise<number>
  /**
   * Webhooks with deliveries due, the age of the oldest of these, and the deliveries in the outbox by when they are due; rejects when
   * the database cannot be reached.
   */
  due(): Promise<{
    readonly webhooks: number
    readonly oldestSeconds: number
    readonly deliveries: { readonly due: number; readonly later: number }
  }>
}
