import type { UserId } from '@shortlink/core'
import { type HitNews, liveHits } from '@shortlink/core/host'
import type { StreamedHit } from '@shortlink/core/ports'
import { EVENT_STREAM_HEADERS, type EventStream, eventText, openEventStream } from '../http/response/event-stream.ts'
import { respond } from '../http/response/responses.ts'
import { requestId } from '../kit/request-id.ts'
import { FairPlaces } from './fair-places.ts'
import type { RestParts } from './handler.ts'
import type { StreamCall, StreamingRoute } from './streams.ts'

/** Streams of one account. */
const MAX_OF_ACCOUNT = 5
/** Maximum number of streams on this server, and per network, which may have many accounts. */
const MAX_STREAMS = { total: 200, ofNetwork: 50 }
/** A stream ends after this time, so abandoned streams do not stay open; a live client reconnects. */
const LIFETIME_MS = 60 * 60_000
const RETRY_AFTER_SECONDS = 10
/** Interval between checks of a stream's credential. */
const RECHECK_MS = 60_000

const encoder = new TextEncoder()

/** `GET /api/v1/live`: new visits of an account as server-sent events. */
export function createLiveRoute(parts: RestParts, { recheckMs = RECHECK_MS } = {}): StreamingRoute {
  const live = liveHits(parts.ports, (error) => parts.onError(error, requestId()))
  const streams = new Set<EventStream>()
  const places = new FairPlaces(MAX_STREAMS)
  const open = new Map<UserId, number>()
  const refuse = (detail: string) => parts.problems.busy(detail, RETRY_AFTER_SECONDS)
  let isEnding = false
  /** The streams of an account get the same bytes. */
  const texts = new WeakMap<HitNews, Uint8Array>()

  function bytesOf(news: HitNews): Uint8Array {
    const bytes = texts.get(news) ?? encoder.encode(textOf(news))
    texts.set(news, bytes)
    return bytes
  }

  function count(userId: UserId, by: 1 | -1) {
    const left = (open.get(userId) ?? 0) + by
    if (left > 0) open.set(userId, left)
    else open.delete(userId)
  }

  async function serve(call: StreamCall): Promise<Response> {
    const { userId } = call.user
    if ((open.get(userId) ?? 0) >= MAX_OF_ACCOUNT) return refuse(TOO_MANY_OF_ACCOUNT)
    if (call.isHead) return respond(null, { headers: EVENT_STREAM_HEADERS })
    const leave = places.take(call.clientIp, () => events.end())
    if (leave === 'network full') return refuse(TOO_MANY_OF_NETWORK)
    if (leave === 'all taken')
      return parts.problems.problem(TOO_MANY_STREAMS, { 'retry-after': `${RETRY_AFTER_SECONDS}` })
    let stop = () => {}
    const events = openEventStream({
      isAlive: () => true,
      onEnd() {
        streams.delete(events)
        count(userId, -1)
        leave()
        endLifetime()
        stop()
      },
    })
    const endLifetime = parts.ports.timer(LIFETIME_MS, () => events.end())
    streams.add(events)
    count(userId, 1)
    try {
      const [stopListening, stopChecking] = [await listenTo(userId, events), endWithCredential(call, events)]
      stop = () => {
        stopListening()
        stopChecking()
      }
    } catch (error) {
      events.end()
      throw error
    }
    if (isEnding) events.end()
    // It may have ended meanwhile.
    if (!streams.has(events)) stop()
    return respond(events.stream, { headers: EVENT_STREAM_HEADERS })
  }

  const listenTo = (userId: UserId, events: EventStream) => live.listen(userId, (news) => events.send(bytesOf(news)))

  /**
   * Ends the stream when its key is revoked or its session ends, and within a second when an operator disables its account. While the check
   * is impossible, the stream continues.
   */
  function endWithCredential(call: StreamCall, events: EventStream): () => void {
    const check = async () => {
      if (!(await call.isStillValid())) events.end()
    }
    const timer = setInterval(() => void check().catch(() => {}), recheckMs).unref()
    const unsubscribe = parts.ports.store.linkFeed.subscribe((change) => {
      if (change === 'everything') void check().catch(() => {})
    })
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }

  return {
    serve,
    end() {
      isEnding = true
      for (const events of streams) events.end()
    },
  }
}

const TOO_MANY_OF_ACCOUNT = `An account can have at most ${MAX_OF_ACCOUNT} concurrent live streams`
const TOO_MANY_OF_NETWORK = `A network can have at most ${MAX_STREAMS.ofNetwork} concurrent live streams`
const TOO_MANY_STREAMS = { code: 'UNAVAILABLE', detail: 'Too many live streams are open, try again later' } as const

const textOf = ({ hits, skipped }: HitNews) =>
  hits.map((hit) => eventText('hit', toEvent(hit))).join('') + (skipped > 0 ? eventText('skipped', { skipped }) : '')

/** Fields of a live visit: never the visitor's IP address. */
const toEvent = ({ hit, slug }: StreamedHit) => ({
  id: hit.id,
  link: { id: hit.link, slug },
  country: hit.country,
  city: hit.city,
  device: hit.device,
  bot: hit.bot,
  createdAt: new Date(hit.at).toISOString(),
})
