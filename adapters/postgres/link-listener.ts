import { randomBytes } from 'node:crypto'
import type { LinkChange } from '@shortlink/core'
import pg from 'pg'
import { clientConfig } from './connect.ts'
import { EVERYTHING, LINK_NEWS } from './migrations.ts'

/** All in milliseconds. */
const BEAT = 250
/** News is not trusted to come when the last heartbeat that came was sent longer ago. */
const FRESH = 700
/** A connection without any sign of life is given up at this age. */
const DEAD = 3_000
const RECONNECT = 250
/** Pause before the next try after connections on which no heartbeat ever came, as behind a pooler. */
const RECONNECT_DEAF = 30_000

export interface ListenerOptions {
  readonly url: string
  readonly tell: (news: LinkChange) => void
  /** Sends a notification over a connection other than the listener's own. */
  readonly notify: (channel: string, payload: string) => Promise<unknown>
  /** Called when heartbeats are sent and none comes, at most once until one does. */
  readonly onDeaf: () => void
}

interface Connection {
  readonly client: pg.Client
  /** Number of the last heartbeat that was sent, and of the last that came; 0 for none. */
  sent: number
  heard: number
  /** When the heartbeat after the last that came was first sent. */
  sentAt: number | undefined
}

/**
 * Hears of link changes that other replicas make, over a connection of its own that is made again whenever it breaks. Four times a second
 * another connection sends a numbered heartbeat on a channel that only this listener has. Notifications come in the order of their
 * commits, so a heartbeat that comes shows that all news before it has come. With the first one on a connection, and after a gap,
 * news may have been lost, so then it tells `everything`. Behind a pooler in transaction mode no heartbeat comes, and `live` stays false.
 */
export class LinkListener {
  readonly #options: ListenerOptions
  readonly #channel = `link_beat_${randomBytes(8).toString('hex')}`
  #connection: Connection | undefined
  #freshUntil = Number.NEGATIVE_INFINITY
  #isDeaf = false
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  live(): boolean {
    return performance.now() < this.#freshUntil
  }

  /** Connects; rejects when that fails, and goes on trying all the same. */
  async start(): Promise<void> {
    const client = new pg.Client(clientConfig(this.#options.url, { connect: DEAD, statement: DEAD }))
    const connection: Connection = { client, sent: 0, heard: 0, sentAt: undefined }
    this.#connection = connection
    client.on('error', () => this.#lose(connection, RECONNECT))
    client.on('end', () => this.#lose(connection, RECONNECT))
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.#channel) this.#hear(connection, Number(payload))
      else if (channel === LINK_NEWS) this.#options.tell(toNews(payload))
    })
    try {
      await client.connect()
      await client.query(`listen ${LINK_NEWS}`)
      await client.query(`listen ${this.#channel}`)
    } catch (error) {
      this.#lose(connection, RECONNECT)
      throw error
    }
    await this.#beat(connection)
  }

  close(): void {
    this.#closed = true
    this.#drop()
  }

  /** Sends a heartbeat, one after the other: only then do their numbers grow in the order of their commits. */
  async #beat(connection: Connection) {
    const beat = Math.max(connection.sent, connection.heard) + 1
    connection.sentAt ??= performance.now()
    try {
      await this.#options.notify(this.#channel, String(beat))
      connection.sent = beat
    } catch {
      // Whether it was sent is unknown, so its number is used again unless it comes. Nothing is known of the listening connection.
      connection.sentAt = undefined
    }
    if (this.#connection !== connection) return
    const waitingMs = connection.sentAt === undefined ? 0 : performance.now() - connection.sentAt
    if (waitingMs <= DEAD) this.#timer = setTimeout(() => this.#beat(connection), BEAT)
    else if (connection.heard > 0) this.#lose(connection, RECONNECT)
    else this.#giveUp(connection)
  }

  #hear(connection: Connection, beat: number) {
    if (this.#connection !== connection || beat <= connection.heard) return
    if (connection.heard === 0 || beat > connection.heard + 1) this.#options.tell('everything')
    connection.heard = beat
    this.#isDeaf = false
    if (connection.sentAt !== undefined) this.#freshUntil = connection.sentAt + FRESH
    connection.sentAt = undefined
  }

  /** No heartbeat ever came over the connection, so another one will most likely hear none either. */
  #giveUp(connection: Connection) {
    if (!this.#isDeaf) this.#options.onDeaf()
    this.#isDeaf = true
    this.#lose(connection, RECONNECT_DEAF)
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
    this.#freshUntil = Number.NEGATIVE_INFINITY
    clearTimeout(this.#timer)
    connection?.client.end().catch(() => {})
  }
}

function toNews(payload: string): LinkChange {
  if (payload === EVERYTHING) return 'everything'
  const slash = payload.indexOf('/')
  return slash < 0 ? { hostname: payload } : { namespace: payload.slice(0, slash), slug: payload.slice(slash + 1) }
}
