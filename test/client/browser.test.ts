import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { startTestServer } from '../support/server.ts'
import { useBrowser } from '../support/shared-browser.ts'
import { bundleClient } from './bundle-client.ts'

const MAX_BYTES = 10_000

const PAGE =
  '<!doctype html><script type="module">import * as client from "/client.js"; globalThis.shortlink = client</script>'

let code: string
/** Another site, whose pages use the client. */
const site = createServer((request, response) => {
  if (request.url === '/api/v1/me') return void response.writeHead(302, { location: '/' }).end()
  const isScript = request.url === '/client.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? code : PAGE)
})
beforeAll(async () => {
  code = await bundleClient()
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void site.close())
const browser = useBrowser()

it('the client with its dependencies takes less than 10 KB compressed', () => {
  expect(gzipSync(code, { level: 9 }).byteLength).toBeLessThan(MAX_BYTES)
})

it('a page of another site creates, lists and is limited by the client', async () => {
  // Names without a certificate are no secure context, where browsers have fewer functions.
  const origin = `http://site.test:${(site.address() as AddressInfo).port}`
  const server = await startTestServer({ settings: { CORS_ORIGINS: origin, RATELIMIT_GRAPHQL_PER_MIN: '4' } })
  const { token } = await newAccount(server.url)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(origin)
  const seen = await page.evaluate(
    async ({ baseUrl, token }) => {
      const { createClient } = (globalThis as unknown as { shortlink: typeof import('@shortlink/client') }).shortlink
      const client = createClient({ baseUrl, token, maxRetries: 0 })
      const created = await client.POST('/links', { body: { target: 'https://example.com/', slug: 'page' } })
      const slugs: string[] = []
      for await (const link of client.paginate('/links')) slugs.push(link.slug)
      let limited = await client.GET('/me')
      while (!limited.error) limited = await client.GET('/me')
      const { code, retryAfterMs = 0 } = limited.error
      const { error: redirect } = await createClient({ baseUrl: location.origin }).GET('/me')
      return {
        secure: isSecureContext,
        created: created.data?.slug,
        error: created.error?.message,
        slugs,
        code,
        retryAfterMs,
        redirect: redirect?.message,
      }
    },
    { baseUrl: server.url, token },
  )
  await context.close()
  await server.close('the test is over')
  expect(seen).toMatchObject({ secure: false, created: 'page', slugs: ['page'], code: 'RATE_LIMITED' })
  expect(seen.redirect).toMatch('redirects')
  expect(seen.retryAfterMs).toBeGreaterThan(0)
})
