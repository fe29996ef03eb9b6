import { err, ok, type Result } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { Ports } from '../ports.ts'
import { MAX_LISTED_HOSTS } from './blocked-host.ts'

/** Hosts per statement; also the most rows that one statement deletes. */
const BATCH_SIZE = 5000

type ImportPorts = Pick<Ports, 'store' | 'clock'>

/**
 * Replaces the imported list with the hosts, which may repeat. The list takes effect when it is complete; hosts that operators blocked one
 * by one stay. Servers read the list within a second; this process does not wait for that. Returns the number of hosts; `invalid-input` without any.
 * @param batches hosts in normal form, see `normalizeBlockedHost`
 */
export async function importBlockedHosts(
  { store: { blockedHosts }, clock }: ImportPorts,
  batches: AsyncIterable<readonly string[]>,
): Promise<Result<number, ErrorOf<'invalid-input'>>> {
  const at = clock.now()
  const list = Math.max(at, (await blockedHosts.state()).list + 1)
  let given = 0
  for await (const hosts of batches) {
    given += hosts.length
    if (given > MAX_LISTED_HOSTS) return err(TOO_LONG)
    for (let from = 0; from < hosts.length; from += BATCH_SIZE) {
      await blockedHosts.addToList(list, hosts.slice(from, from + BATCH_SIZE), at)
    }
  }
  if (given === 0) return err(EMPTY)
  const imported = await blockedHosts.putInForce(list)
  if (imported === undefined) return err(REPLACED)
  while ((await blockedHosts.sweep(BATCH_SIZE)) > 0);
  return ok(imported)
}

const TOO_LONG: ErrorOf<'invalid-input'> = {
  type: 'invalid-input',
  path: 'file',
  message: `a list has at most ${MAX_LISTED_HOSTS} hosts`,
}
/** A download that failed must not unblock every host. */
const EMPTY: ErrorOf<'invalid-input'> = {
  type: 'invalid-input',
  path: 'file',
  message: 'the file has no host; the previous list stays in force',
}
const REPLACED: ErrorOf<'invalid-input'> = {
  type: 'invalid-input',
  path: 'file',
  message: 'a later import has replaced this list',
}
