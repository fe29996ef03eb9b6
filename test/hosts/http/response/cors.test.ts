import { expect, it } from 'vitest'
import { startTestServer } from '../../../support/server.ts'

const APP = 'https://app.example.com'

async function answers(settings: Record<string, string>, origin: string) {
  const server = await startTestServer({ settings })
  const headers = { origin, 'content-type': 'application/json' }
  const preflight = await fetch(`${server.url}/graphql`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  })
  const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: '{"query":"{ ping }"}' })
  await server.close('the answers are in')
  return { preflight, answer }
}

it('pages of a listed origin may call GraphQL', async () => {
  const { preflight, answer } = await answers({ CORS_ORIGINS: `https://other.example, ${APP}` }, APP)
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe(APP)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  expect(answer.headers.get('access-control-allow-origin')).toBe(APP)
  expect(answer.headers.get('vary')).toContain('origin')
})

it('pages of an unlisted origin may not call GraphQL', async () => {
  const { preflight, answer } = await answers({ CORS_ORIGINS: APP }, 'https://app.example.com.evil.example')
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

it('no foreign origin may call GraphQL by default', async () => {
  const { preflight, answer } = await answers({}, APP)
  expect(preflight.status).toBe(405)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})
