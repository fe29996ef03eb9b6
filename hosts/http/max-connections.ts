import { readFileSync } from 'node:fs'

/** Connections at most where the limit of open files cannot be read, and however high it is. */
const [UNKNOWN, MOST] = [8192, 50_000]
/** The part of the open files that connections may take; the rest is for databases, the journal and what the server calls. */
const SHARE = 0.8

/** How many connections a process takes, by the limits that Linux reports (`/proc/self/limits`). */
export function maxConnections(limits = readLimits()): number {
  const openFiles = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1])
  return Math.min(MOST, Number.isNaN(openFiles) ? UNKNOWN : Math.floor(openFiles * SHARE))
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
