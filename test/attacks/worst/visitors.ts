import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Visitors {
  /** Milliseconds that each visit took, and each status that was not 302. */
  stop(): Promise<{ readonly times: readonly number[]; readonly failed: readonly number[] }>
}

/** Visits a second, from as many addresses as the limit on redirects needs for a minute of them. */
const PER_SECOND = 100
const ADDRESSES = 16

/** Other people, who follow `slug` at a steady pace however slow the answers are, so that waiting shows in the times. */
export function startVisitors(url: string, slug: string): Visitors {
  const agents = Array.from(
    { length: ADDRESSES },
    (_, index) => new Agent({ keepAlive: true, localAddress: `127.0.1.${index + 1}` }),
  )
  const times: number[] = []
  const failed: number[] = []
  const underWay = new Set<Promise<void>>()
  let going = true

  const visit = (agent: Agent) =>
    new Promise<void>((resolve) => {
      const started = performance.now()
      const end = (status: number) => {
        times.push(performance.now() - started)
        if (status !== 302) failed.push(status)
        resolve()
      }
      request(`${url}/${slug}`, { agent }, (response) => {
        response.resume().on('end', () => end(response.statusCode ?? 0))
      })
        .on('error', () => end(0))
        .end()
    })

  async function pace() {
    const startedAt = performance.now()
    for (let count = 0; going; count += 1) {
      const due = startedAt + (count * 1000) / PER_SECOND
      if (due > performance.now()) await sleep(due - performance.now())
      const visiting: Promise<void> = visit(agents[count % ADDRESSES] as Agent).finally(() => underWay.delete(visiting))
      underWay.add(visiting)
    }
    await Promise.all(underWay)
    for (const agent of agents) agent.destroy()
  }
  const paced = pace()
  return {
    async stop() {
      going = false
      await paced
      return { times, failed }
    },
  }
}
