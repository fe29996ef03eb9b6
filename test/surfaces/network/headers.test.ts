import { beforeAll, describe, expect, it } from 'vitest'
import { newAccount } from '../../support/api.ts'
import { useTestServer } from '../../support/server.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe('headers of answers', () => {
  const server = useTestServer({ settings: { METRICS_TOKEN: 'a token of the tests' } })

  beforeAll(async () => {
    const account = await newAccount(server.url)
    await account.ask('mutation { createBioPage(input: { slug: "page", title: "A page" }) { id } }')
    await account.ask('mutation { createShortlink(target: "https://example.com/", shortlink: "link") }')
  })

  const browse = (path: string) =>
    fetch(`${server.url}${path}`, { redirect: 'manual', headers: { accept: 'text/html,*/*;q=0.8' } })

  it.each(['/bio/page', '/bio/none', '/none', '/none/qr.svg', '/a/b/c', '/link/qr.svg?size=1', '/%zz'])(
    'the headers forbid script, frames and forms in the page at %s',
    async (path) => {
      const { headers } = await browse(path)
      if (path === '/%zz') return expect(headers.get('content-type')).toContain('text/plain')
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      const policy = headers.get('content-security-policy') ?? ''
      for (const directive of ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(directive)
      expect(policy).not.toMatch(/script-src|unsafe/)
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  it.each([
    '/',
    '/healthz',
    '/readyz',
    '/llms.txt',
    '/graphql',
    '/mcp',
    '/link/qr.svg',
    '/link/qr.png',
    '/none',
    '/metrics',
  ])('the answer of %s has nosniff and a request id', async (path) => {
    const { headers } = await fetch(`${server.url}${path}`, { redirect: 'manual' })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    if (path !== '/none') expect(headers.get('x-request-id')).toMatch(UUID)
    for (const name of ['server', 'x-powered-by', 'set-cookie']) expect(headers.get(name)).toBeNull()
  })

  it('answers never allow other origins', async () => {
    for (const path of ['/graphql', '/mcp', '/link', '/bio/page']) {
      const { headers } = await fetch(`${server.url}${path}`, {
        redirect: 'manual',
        headers: { origin: 'https://evil.example' },
      })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('each request has its own id', async () => {
    const idOf = async () => (await fetch(`${server.url}/healthz`)).headers.get('x-request-id')
    expect(await idOf()).not.toBe(await idOf())
    const { headers } = await fetch(`${server.url}/healthz`, { headers: { 'x-request-id': 'chosen' } })
    expect(headers.get('x-request-id')).not.toBe('chosen')
  })
})
