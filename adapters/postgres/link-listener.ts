import { randomBytes } from 'node:crypto'
import type { LinkChange } from '@shortlink/core/ports'
import pg from 'pg'
import { clientConfig } from './connection/connect.ts'
import { EVERYTHING, LINK_NEWS } from './migrations.ts'

const HEARTBEAT_INTERVAL_MS = 250
/** The feed is not live when the last heartbeat that arrived was sent longer ago. */
const LIVE_MS = 700
/** A connection without a heartbeat for this long is closed. */
const DEAD_AFTER_MS = 3_000
const RECONNECT_MS = 250
/** Delay before reconnecting after a connection that never received a heartbeat, as behind a pooler. */
const RECONNECT_SILENT_MS = 30_000

export interface ListenerOptions {
  readonly url: string
  readonly onChange: (change: LinkChange) => void
  /** Sends a notification over a connection other than the listener's own. */
  readonly notify: (channel: string, payload: string) => Promise<unknown>
  /** Called when heartbeats are sent and none arrives, at most once until one does. */
  readonly onNotificationsLost: () => void
}

interface Connection {
  readonly client: pg.Client
  /** Number of the last heartbeat that was sent, and of the last that arrived; 0 for none. */
  sent: number
  received: number
  /** When the heartbeat after the last that arrived was first sent. */
  sentAt: number | undefined
}

/**
 * Receives link changes of other replicas, over its own connection, and reopens it whenever it breaks. Four times per second another
 * connection sends a numbered heartbeat on a channel of this listener. Notifications arrive in the order of their commits, so a heartbeat
 * shows that all earlier changes have arrived. At the first heartbeat on a connection, and after a gap, changes may be lost, so `onChange`
 * gets `everything`. Behind a pooler in transaction mode no heartbeat arrives, and `live` stays false.
 */
export class LinkListener {
  readonly #options: ListenerOptions
  readonly #channel = `link_beat_${randomBytes(8).toString('hex')}`
  #connection: Connection | undefined
  #liveUntilMs = Number.NEGATIVE_INFINITY
  #isSilent = false
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  live(): boolean {
    return performance.now() < this.#liveUntilMs
  }

  /** Connects. Rejects when that fails, but keeps trying. */
  async start(): Promise<void> {
    const client = new pg.Client(
      clientConfig(this.#options.url, { connectMs: DEAD_AFTER_MS, statementMs: DEAD_AFTER_MS }),
    )
    const connection: Connection = { client, sent: 0, received: 0, sentAt: undefined }
    this.#connection = connection
    client.on('error', () => this.#lose(connection, RECONNECT_MS))
    client.on('end', () => this.#lose(connection, RECONNECT_MS))
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.#channel) this.#receive(connection, Number(payload))
      else if (channel === LINK_NEWS) this.#options.onChange(toChange(payload))
    })
    try {
      await client.connect()
      await client.query(`listen ${LINK_NEWS}`)
      await client.query(`listen ${this.#channel}`)
    } catch (error) {
      this.#lose(connection, RECONNECT_MS)
      throw error
    }
    await this.#sendHeartbeat(connection)
  }

  close(): void {
    this.#closed = true
    this.#drop()
  }

  /** Sends a heartbeat after the previous one, so that their numbers increase in commit order. */
  async #sendHeartbeat(connection: Connection) {
    const beat = Math.max(connection.sent, connection.received) + 1
    connection.sentAt ??= performance.now()
    try {
      await this.#options.notify(this.#channel, String(beat))
      connection.sent = beat
    } catch {
      // It may have been sent or not, so its number is used again unless it arrives. This says nothing about the listening connection.
      connection.sentAt = undefined
    }
    if (this.#connection !== connection) return
    const waitingMs = connection.sentAt === undefined ? 0 : performance.now() - connection.sentAt
    if (waitingMs <= DEAD_AFTER_MS)
      this.#timer = setTimeout(() => this.#sendHeartbeat(connection), HEARTBEAT_INTERVAL_MS)
    else if (connection.received > 0) this.#lose(connection, RECONNECT_MS)
    else this.#giveUp(connection)
  }

  #receive(connection: Connection, beat: number) {
    if (this.#connection !== connection || beat <= connection.received) return
    if (connection.received === 0 || beat > connection.received + 1) this.#options.onChange('everything')
    connection.received = beat
    this.#isSilent = false
    if (connection.sentAt !== undefined) this.#liveUntilMs = connection.sentAt + LIVE_MS
    connection.sentAt = undefined
  }

  /** No heartbeat ever arrived on the connection, so most likely none will arrive on the next. */
  #giveUp(connection: Connection) {
    if (!this.#isSilent) this.#options.onNotificationsLost()
    this.#isSilent = true
    this.#lose(connection, RECONNECT_SILENT_MS)
  }

  #lose(connection: Connection, pauseMs: number) {
    if (this.#connection !== connection) return
    this.#drop()
    if (this.#closed) return
    this.#timer = setTimeout(() => this.start().catch(() => {}), pauseMs)
  }

  #drop() {
    const connection = this.#connection
    this.#connection = undefined
    this.#liveUntilMs = Number.NEGATIVE_INFINITY
    clearTimeout(this.#timer)
    connection?.client.end().catch(() => {})
  }
}

function toChange(payload: string): LinkChange {
  if (payload === EVERYTHING) return 'everything'
  const slash = payload.indexOf('/')
  return slash < 0 ? { hostname: payload } : { namespace: payload.slice(0, slash), slug: payload.slice(slash + 1) }
}
