import { createServer } from 'node:net'

/** Below the ports that Linux gives to clients and to servers that listen at port 0, so that none of them takes one meanwhile. */
const [FIRST, LAST] = [10_000, 32_000] as const
/** How many ports processes that run at the same time are apart: each has its own process ID. */
const PER_PROCESS = 50
let taken = 0

/** A TCP port that nothing listens at, and that no other process of the tests is given in the next seconds. */
export async function freePort(): Promise<number> {
  const port = FIRST + ((process.pid * PER_PROCESS + (taken++ % PER_PROCESS)) % (LAST - FIRST))
  const probe = createServer().listen(port, '127.0.0.1')
  const isFree = await new Promise((resolve) =>
    probe.once('listening', () => probe.close(() => resolve(true))).once('error', () => resolve(false)),
  )
  return isFree ? port : freePort()
}
