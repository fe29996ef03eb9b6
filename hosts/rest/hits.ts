import { setTimeout as sleep } from 'node:timers/promises'
import { exportHits, type StreamedHit, type UserId } from '@shortlink/core'
import type { Handler } from '../http/handler.ts'
import { respond } from '../http/responses.ts'
import { requestId } from '../request-id.ts'
import { pauseIfDue } from '../slices.ts'
import { badInput, domainFailure } from './answers.ts'
import { type ChunkStream, chunkStream } from './chunk-stream.ts'
import { FairPlaces } from './fair-places.ts'
import { hitFormatOf } from './hit-format.ts'
import { HIT_FORMATS, HIT_FORMATTING, type HitFormat, toHitRow } from './hit-rows.ts'
import { getRoute, type RestCall, type RestParts, refuseBusy } from './route.ts'

/** Number of visits per read. With a thousand, taking over the rows would hold the event loop for up to 5 ms at a time. */
const PAGE = 500
/** Maximum number of concurrent exports on this server, each with a page in memory, and per network. */
const MAX_EXPORTS = { total: 50, ofNetwork: 10 }
/** Maximum number of attempts for a page while the store is busy, and the delay between them. */
const TRIES = 20
const RETRY_MS = 1000
/** Interval between checks of an export's credential. */
const RECHECK_MS = 60_000

const encoder = new TextEncoder()

/** A route with streaming responses. */
export interface StreamingRoute {
  readonly handle: Handler
  /** Ends the streams, so that a server can close. */
  end(): void
}

/** `GET /api/v1/hits`: the visits of an account, oldest first, one export of an account at a time. */
export function createHitsRoute(parts: RestParts, { recheckMs = RECHECK_MS } = {}): StreamingRoute {
  const underWay = new Map<UserId, Pick<ChunkStream, 'cutOff'>>()
  const places = new FairPlaces(MAX_EXPORTS)
  let isEnding = false

  async function serve(call: RestCall): Promise<Response> {
    const format = hitFormatOf(call.given.format, call.accept)
    if (format === undefined) return badInput(`format must be one of ${HIT_FORMATS.join(', ')}`)
    const { userId } = call.user
    if (underWay.has(userId)) return busy('Another export of this account is under way')
    let isDisplaced = false
    const leave = places.take(call.clientIp, () => {
      isDisplaced = true
      underWay.get(userId)?.cutOff(DISPLACED)
    })
    if (leave === 'network full') return busy('Too many exports of this network are under way')
    if (leave === 'all taken') return busy('Too many exports are under way')
    underWay.set(userId, { cutOff() {} })
    const release = () => {
      leave()
      underWay.delete(userId)
    }
    const first = await readPage(call, call.given.after).catch((error: unknown) => {
      release()
      throw error
    })
    if (first.isErr() || call.isHead) release()
    if (first.isErr()) return domainFailure(first.error)
    const headers = { 'content-type': HIT_FORMATTING[format].contentType }
    if (call.isHead) return respond(null, { headers })
    const chunks = chunkStream(chunksOf(call, format, first.value), parts.ports.timer, release)
    underWay.set(userId, chunks)
    if (isEnding) chunks.cutOff(ENDING)
    if (isDisplaced) chunks.cutOff(DISPLACED)
    return respond(chunks.stream, { headers })
  }

  const readPage = ({ user, given: { from, to, linkId } }: RestCall, after: string | undefined) =>
    Promise.resolve(parts.app.run(exportHits, user, { after, from, to, linkId, take: PAGE }))

  async function* chunksOf(call: RestCall, format: HitFormat, first: readonly StreamedHit[]) {
    const { head } = HIT_FORMATTING[format]
    let [page, checkedAt] = [first, performance.now()]
    yield encoder.encode(head + (await linesOf(page, format)))
    while (page.length === PAGE) {
      if (performance.now() - checkedAt > recheckMs) {
        if (!(await call.isStillValid())) throw new Error('The credential of the export has ended')
        checkedAt = performance.now()
      }
      page = await nextPage(call, page.at(-1)?.hit.id)
      yield encoder.encode(await linesOf(page, format))
    }
  }

  /** A page after the first; the response has already started, so this retries while the store is busy. */
  async function nextPage(call: RestCall, after: string | undefined): Promise<readonly StreamedHit[]> {
    for (let tries = 1; ; tries++) {
      const page = await readPage(call, after).catch((error: unknown) => {
        parts.onError(error, requestId())
        throw error
      })
      if (page.isOk()) return page.value
      const { type } = page.error
      if (tries >= TRIES || (type !== 'overloaded' && type !== 'unavailable'))
        throw new Error(`The export ends: ${type}`)
      await sleep(RETRY_MS)
    }
  }

  return {
    handle: getRoute(parts, ['format', 'after', 'from', 'to', 'linkId'], serve),
    end() {
      isEnding = true
      for (const { cutOff } of underWay.values()) cutOff(ENDING)
    },
  }
}

const ENDING = 'The server stops'
const DISPLACED = 'A client of another network got the place of this export'

const busy = (message: string) => refuseBusy(message, 1)

async function linesOf(hits: readonly StreamedHit[], format: HitFormat): Promise<string> {
  const { line } = HIT_FORMATTING[format]
  let text = ''
  for (const hit of hits) {
    text += line(toHitRow(hit))
    await pauseIfDue()
  }
  return text
}
