import { fc, it as property } from '@fast-check/vitest'
import { beforeAll, describe, expect, it } from 'vitest'
import { newAccount } from '../../support/api.ts'
import { exchange, statusesOf } from '../../support/raw-http.ts'
import { useTestServer } from '../../support/server.ts'

describe('a path behind a slug', () => {
  const server = useTestServer()
  beforeAll(async () => {
    const account = await newAccount(server.url)
    await account.ask(
      'mutation { a: createShortlink(target: "https://target.example", shortlink: "open", forwardPath: true, forwardQuery: true) b: createShortlink(target: "https://target.example/", shortlink: "plain") }',
    )
  })

  const get = (target: string) =>
    exchange(server.url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  const locationIn = (answer: string) => /^location: (.*)\r$/im.exec(answer)?.[1]

  it.each(['.', '..', '../x', '%2e%2e/x', 'a//b', '/a', 'a\\b', 'a%5cb', 'a%00', '%252e%252e', 'a%zz', '%ff', 'a#b'])(
    'the path %s is not found at a link that forwards paths, and leads nowhere at another',
    async (path) => {
      expect(statusesOf(await get(`/open/${path}`))).toEqual([404])
      for (const slug of ['plain', 'unknown']) {
        const [status] = statusesOf(await get(`/${slug}/${path}`))
        expect([400, 404]).toContain(status)
      }
    },
  )

  const bytes = fc.string({
    unit: fc.constantFrom('/', '\\', '.', '%', '2', 'f', 'e', '5', 'c', '?', '#', '@', ':', '&', '=', 'a', '\u00e9'),
    maxLength: 12,
  })

  property.prop([bytes], { numRuns: 300 })(
    'no spelling leads past the host of a link, or from where it leads',
    async (text) => {
      const forwarded = locationIn(await get(`/open/${text}`))
      if (forwarded !== undefined)
        expect(new URL(forwarded)).toMatchObject({ origin: 'https://target.example', username: '' })
      const plain = locationIn(await get(`/plain${text}`))
      expect([undefined, 'https://target.example/']).toContain(plain)
    },
  )
})
