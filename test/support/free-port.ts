import { assertPortIsFree } from '../../hosts/server/listen.ts'

/** Below the ports that Linux gives to clients and to servers that listen at port 0, so that none of them takes one meanwhile. */
const [FIRST, LAST] = [10_000, 32_000] as const
/** Each process has this many ports of its own, chosen by its process ID. */
const PORTS_OF_PROCESS = 50
let asked = 0

/** A TCP port that nothing listens at, and that no other process of the tests is given in the next seconds. */
export function freePort(): Promise<number> {
  const port = FIRST + ((process.pid * PORTS_OF_PROCESS + (asked++ % PORTS_OF_PROCESS)) % (LAST - FIRST))
  return assertPortIsFree('PORT', port, '127.0.0.1').catch(freePort)
}
