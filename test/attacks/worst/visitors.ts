import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Visitors {
  /** Milliseconds that each visit took, and each status that was not 302. */
  stop(): Promise<{ readonly times: readonly number[]; readonly failed: readonly number[] }>
}

/** Visitors at addresses of their own, each with a pause between visits that keeps it within the limit on redirects. */
const VISITORS = 16
const PAUSE_MS = 300

/** Other people, who follow `slug` again and again. */
export function startVisitors(url: string, slug: string): Visitors {
  const times: number[] = []
  const failed: number[] = []
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

  async function visitor(index: number) {
    const agent = new Agent({ keepAlive: true, localAddress: `127.0.1.${index + 1}` })
    while (going) {
      await visit(agent)
      await sleep(PAUSE_MS)
    }
    agent.destroy()
  }
  const all = Promise.all(Array.from({ length: VISITORS }, (_, index) => visitor(index)))
  return {
    async stop() {
      going = false
      await all
      return { times, failed }
    },
  }
}
