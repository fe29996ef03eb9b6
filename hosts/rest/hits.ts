import { setTimeout as sleep } from 'node:timers/promises'
import { exportHits, type UserId } from '@shortlink/core'
import type { StreamedHit } from '@shortlink/core/ports'
import { respond } from '../http/response/responses.ts'
import { requestId } from '../kit/request-id.ts'
import { pauseIfDue } from '../kit/slices.ts'
import { type ChunkStream, chunkStream } from './chunk-stream.ts'
import { FairPlaces } from './fair-places.ts'
import type { RestParts } from './handler.ts'
import { hitFormatOf } from './hit-format.ts'
import { HIT_FORMATS, HIT_FORMATTING, type HitFormat, toHitRow } from './hit-rows.ts'
import type { StreamCall, StreamingRoute } from './streams.ts'

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

/** `GET /api/v1/hits`: the visits of an account, oldest first, one export of an account at a time. */
export function createHitsRoute(parts: RestParts, { recheckMs = RECHECK_MS } = {}): StreamingRoute {
  const underWay = new Map<UserId, Pick<ChunkStream, 'cutOff'>>()
  const places = new FairPlaces(MAX_EXPORTS)
  const { badInput, domainFailure } = parts.problems
  const busy = (detail: string) => parts.problems.busy(detail, 1)
  let isEnding = false

  async function serve(call: StreamCall): Promise<Response> {
    const format = hitFormatOf(call.given.format as string | undefined, call.accept)
    if (format === undefined) return badInput(`format must be one of ${HIT_FORMATS.join(', ')}`)
    const { userId } = call.user
    if (underWay.has(userId)) return busy('Another export of this account is running')
    let isDisplaced = false
    const leave = places.take(call.clientIp, () => {
      isDisplaced = true
      underWay.get(userId)?.cutOff(DISPLACED)
    })
    if (leave === 'network full') return busy('Too many exports of this network are running')
    if (leave === 'all taken') return busy('Too many exports are running')
    underWay.set(userId, { cutOff() {} })
    const release = () => {
      leave()
      underWay.delete(userId)
    }
    const first = await readPage(call, call.given.after as string | undefined).catch((error: unknown) => {
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

  const readPage = ({ user, given: { from, to, linkId } }: StreamCall, after: string | undefined) =>
    Promise.resolve(parts.app.run(exportHits, user, { after, from, to, linkId, take: PAGE }))

  async function* chunksOf(call: StreamCall, format: HitFormat, first: readonly StreamedHit[]) {
    const { head } = HIT_FORMATTING[format]
    let [page, checkedAt] = [first, performance.now()]
    yield encoder.encode(head + (await linesOf(page, format)))
    while (page.length === PAGE) {
      if (performance.now() - checkedAt > recheckMs) {
        if (!(await call.isStillValid())) throw new Error('The credential of the export is no longer valid')
        checkedAt = performance.now()
      }
      page = await nextPage(call, page.at(-1)?.hit.id)
      yield encoder.encode(await linesOf(page, format))
    }
  }

  /** A page after the first; the response has already started, so this retries while the store is busy. */
  async function nextPage(call: StreamCall, after: string | undefined): Promise<readonly StreamedHit[]> {
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
    serve,
    end() {
      isEnding = true
      for (const { cutOff } of underWay.values()) cutOff(ENDING)
    },
  }
}

const ENDING = 'The server stops'
const DISPLACED = 'The export was ended in favor of a client in another network'

async function linesOf(hits: readonly StreamedHit[], format: HitFormat): Promise<string> {
  const { line } = HIT_FORMATTING[format]
  let text = ''
  for (const hit of hits) {
    text += line(toHitRow(hit))
    await pauseIfDue()
  }
  return text
}
