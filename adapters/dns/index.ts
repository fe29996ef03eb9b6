import { Resolver } from 'node:dns/promises'
import type { Dns } from '@shortlink/core/ports'
import { ResultAsync } from 'neverthrow'

/** The name has no such record, or does not exist. Both are valid results. */
const NO_RECORDS = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * {@link Dns} through Node's resolver. A query takes at most about 5 seconds.
 * @param servers `host:port` of the resolvers to query; the system's own when empty.
 */
export function nodeDns(servers: readonly string[] = []): Dns {
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    txt: (name) =>
      ResultAsync.fromPromise(resolver.resolveTxt(name).catch(noRecords), () => ({
        type: 'upstream-failed' as const,
        what: 'DNS',
      })).map((records) => records.map((chunks) => chunks.join(''))),
  }
}

function noRecords(error: NodeJS.ErrnoException): string[][] {
  if (NO_RECORDS.has(error.code ?? '')) return []
  throw error
}
