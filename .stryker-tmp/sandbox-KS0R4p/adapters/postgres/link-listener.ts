import type { LinkNews } from '@shortlink/core'
import pg from 'pg'
import { clientConfig } from './connect.ts'
import { LINK_NEWS } from './migrations.ts'

/** All in milliseconds. */
const BEAT = 250
/** News is not trusted to come when the last heartbeat is older, as on a connection that died without a word. */
const FRESH = 700
/** Such a connection is given up at this age. */
const DEAD = 3_000
const RECONNECT = 250

/**
 * Hears of link changes that other replicas make, over a connection of its own that is made again whenever it breaks. What
 * happened meanwhile is unknown, so then it tells `everything`.
 */
export class LinkListener {
  readonly #url: string
  readonly #tell: (news: LinkNews) => void
  #client: pg.Client | undefined
  #heard = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(url: string, tell: (news: LinkNews) => void) {
    this.#url = url
    this.#tell = tell
  }

  live(): boolean {
    return performance.now() - this.#heard < FRESH
  }

  /** Connects; rejects when that fails, and goes on trying all the same. */
  async start(): Promise<void> {
    const client = new pg.Client(clientConfig(this.#url, { connect: DEAD, statement: DEAD }))
    this.#client = client
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ payload = '' }) => this.#tell(toNews(payload)))
    try {
      await client.connect()
      await client.query(`listen ${LINK_NEWS}`)
    } catch (error) {
      this.#lose(client)
      throw error
    }
    if (this.#client !== client) return
    this.#heard = performance.now()
    this.#tell('everything')
    this.#timer = setTimeout(() => this.#beat(client), BEAT)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#drop()
  }

  /** News comes in order, so an answer means that all news before it has come. */
  async #beat(client: pg.Client) {
    try {
      await client.query('select 1')
    } catch {
      return this.#lose(client)
    }
    if (this.#client !== client) return
    this.#heard = performance.now()
    this.#timer = setTimeout(() => this.#beat(client), BEAT)
  }

  #lose(client: pg.Client) {
    if (this.#client !== client) return
    this.#drop()
    if (this.#closed) return
    this.#timer = setTimeout(() => this.start().catch(() => {}), RECONNECT)
  }

  #drop() {
    const client = this.#client
    this.#client = undefined
    this.#heard = Number.NEGATIVE_INFINITY
    clearTimeout(this.#timer)
    client?.end().catch(() => {})
  }
}

function toNews(payload: string): LinkNews {
  const slash = payload.indexOf('/')
  return slash < 0 ? { hostname: payload } : { namespace: payload.slice(0, slash), slug: payload.slice(slash + 1) }
}
