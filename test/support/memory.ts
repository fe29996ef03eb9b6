import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes in use by what can still be reached. */
export function memoryInUse(): number {
  collect()
  // The first call may end a collection that had begun, which keeps what was allocated since; the second begins anew.
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
