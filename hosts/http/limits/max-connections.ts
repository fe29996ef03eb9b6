import { readFileSync } from 'node:fs'

/** Default if the limit of open files cannot be read. */
const DEFAULT_CONNECTIONS = 8192
/** Maximum if that limit is higher. */
const MAX_CONNECTIONS = 50_000
/** The share of the open files for connections; the rest is for databases, the journal and outgoing calls. */
const CONNECTION_SHARE = 0.8

/** The number of connections that a process accepts, from the limits that Linux reports (`/proc/self/limits`). */
export function maxConnections(limits = readLimits()): number {
  const openFiles = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1])
  return Math.min(
    MAX_CONNECTIONS,
    Number.isNaN(openFiles) ? DEFAULT_CONNECTIONS : Math.floor(openFiles * CONNECTION_SHARE),
  )
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
