import { Agent, request } from 'node:http'

/** The result of each request for a slug. */
interface Followed {
  /** Time of the request in milliseconds, and the status; 0 without a response. */
  readonly at: number
  readonly status: number
  readonly took: number
}

export interface Followers {
  readonly followed: readonly Followed[]
  /** Stops sending, and resolves when the last request has its response. */
  stop(): Promise<void>
}

/**
 * Starts visitors, each with a separate browser, that request a slug repeatedly, each shortly after its last response, until they are
 * stopped.
 */
export function startFollowers(url: string, slug: string, { visitors = 8, pause = 2 } = {}): Followers {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors })
  const followed: Followed[] = []
  let going = true

  async function visit(index: number) {
    while (going) {
      const at = Date.now()
      const status = await follow(`${url}/${slug}`, agent, index)
      followed.push({ at, status, took: Date.now() - at })
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  const all = Promise.all(Array.from({ length: visitors }, (_, index) => visit(index)))
  return {
    followed,
    async stop() {
      going = false
      await all
      agent.destroy()
    },
  }
}

const follow = (url: string, agent: Agent, visitor: number) =>
  new Promise<number>((resolve) => {
    request(url, { agent, headers: { 'user-agent': browser(visitor) } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0)).on('error', () => resolve(0))
    })
      .on('error', () => resolve(0))
      .end()
  })

const browser = (visitor: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + visitor}.0) Gecko/20100101 Firefox/${100 + visitor}.0`
