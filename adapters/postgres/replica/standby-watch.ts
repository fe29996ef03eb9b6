import type { Kysely } from 'kysely'
import type { Schema } from '../../sql/schema.ts'
import { ReplicationLag } from './replication-lag.ts'
import { readPrimary, readStandby } from './standby-position.ts'

interface WatchOptions {
  readonly primary: Kysely<Schema>
  /** Connections that no long statements delay. */
  readonly standby: Kysely<Schema>
  /** A standby that is further behind is left out. */
  readonly maxLagMs: number
  readonly intervalMs: number
  /** Called once when the standby is left out, with the reason. */
  readonly onAway: (reason: string) => void
  /** Called once when it is used again. */
  readonly onBack: () => void
}

/** Looks at a standby at regular intervals, and decides whether to use it. */
export class StandbyWatch {
  readonly #options: WatchOptions
  readonly #lag = new ReplicationLag()
  #state: 'new' | 'up' | 'away' | 'closed' = 'new'
  #lagMs: number | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: WatchOptions) {
    this.#options = options
  }

  get isUp(): boolean {
    return this.#state === 'up'
  }

  /** By how many milliseconds the standby was behind at the last look; undefined while that is not known. */
  get lagMs(): number | undefined {
    return this.#lagMs
  }

  /** Looks now and then at intervals until `close`. Keeps no process alive, and never rejects. */
  async run(): Promise<void> {
    await this.#look()
    if (this.#state !== 'closed') this.#timer = setTimeout(() => this.run(), this.#options.intervalMs).unref()
  }

  /** Leaves the standby out until it is fine at a later look. */
  leaveOut(error: unknown): void {
    if (this.#state === 'closed') return
    if (this.#state !== 'away') this.#options.onAway(error instanceof Error ? error.message : String(error))
    this.#state = 'away'
  }

  close(): void {
    this.#state = 'closed'
    clearTimeout(this.#timer)
  }

  async #look() {
    const { primary, standby, maxLagMs } = this.#options
    const written = await readPrimary(primary).catch(() => undefined)
    // Without the primary no position shows how far the standby is behind.
    if (written === undefined) return
    this.#lag.wrote(written.position, performance.now())
    try {
      const { ms, isKnown } = this.#lag.replayed(await readStandby(standby, written), performance.now())
      this.#lagMs = isKnown ? ms : undefined
      if (ms > maxLagMs) this.leaveOut(new Error(`it is more than ${maxLagMs / 1000} s behind`))
      else if (isKnown) this.#use()
    } catch (error) {
      this.#lagMs = undefined
      this.leaveOut(error)
    }
  }

  #use() {
    if (this.#state === 'closed') return
    if (this.#state === 'away') this.#options.onBack()
    this.#state = 'up'
  }
}
