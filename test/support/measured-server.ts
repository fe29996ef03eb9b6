import { expect } from 'vitest'
import { type ServerProcess, spawnServer } from './server.ts'

/** Measurements of a server since the previous request for them. */
interface Measured {
  /** In milliseconds of the thread's own time, so that other processes of a busy machine do not increase it. */
  readonly longestTurnMs: number
  /** Bytes in use after a collection. */
  readonly memory: number
}

export interface MeasuredServer extends ServerProcess {
  measured(): Promise<Measured>
}

const MEASURED_TURNS = new URL('./preload/measured-turns.ts', import.meta.url)

/** Requests the measurements of a server that runs with the preload. */
const measuredBy =
  ({ process, log }: ServerProcess) =>
  async (): Promise<Measured> => {
    const answers = () => [...log().matchAll(/^measured (.+)$/gm)].map(([, json]) => json as string)
    const before = answers().length
    process.kill('SIGUSR2')
    await expect.poll(answers, { interval: 20 }).toHaveLength(before + 1)
    return JSON.parse(answers().at(-1) as string)
  }

/** Starts a server that has loaded everything before the first request, so that requests are measured and not the loading. */
export async function spawnMeasuredServer(environment: Record<string, string>): Promise<MeasuredServer> {
  const server = await spawnServer({ ...environment, WARM_UP: 'true' }, { preload: MEASURED_TURNS })
  return { ...server, measured: measuredBy(server) }
}
