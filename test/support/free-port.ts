import { assertPortIsFree } from '../../hosts/server/listen.ts'

/**
 * The range of ports. It is below the ports that Linux assigns to clients and to servers that listen at port 0, so that none of them takes
 * one meanwhile.
 */
const [FIRST, LAST] = [10_000, 32_000] as const
/** Number of ports per process, which selects its ports by its process ID. */
const PORTS_OF_PROCESS = 50
let asked = 0

/** Returns a TCP port that nothing listens at, and that no other process of the tests gets in the next seconds. */
export function freePort(): Promise<number> {
  const port = FIRST + ((process.pid * PORTS_OF_PROCESS + (asked++ % PORTS_OF_PROCESS)) % (LAST - FIRST))
  return assertPortIsFree('PORT', port, '127.0.0.1').catch(freePort)
}
