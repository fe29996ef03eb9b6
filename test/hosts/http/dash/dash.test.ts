import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDash } from '../../../../hosts/http/dash/dash.ts'
import { errorResponse } from '../../../../hosts/http/response/error-response.ts'
import { callHandler } from '../../../support/call-handler.ts'
import { temporaryFolder } from '../../../support/databases.ts'

const SHELL = '<!doctype html><title>shell</title>'
const SCRIPT = 'console.log(1)'

function buildOf(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'assets'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

const BUILD = {
  'index.html': SHELL,
  'index.html.br': 'shell by br',
  'index.html.gz': 'shell by gzip',
  'icon.svg': '<svg/>',
  'assets/index-1.js': SCRIPT,
  'assets/index-1.js.gz': 'script by gzip',
  'secret.txt': 'not served',
}

const dash = (settings: { appUrl?: string; baseUrl?: string; folder?: string } = {}) =>
  createDash({
    appUrl: 'http://localhost:3000',
    baseUrl: 'http://localhost:3000',
    folder: settings.folder ?? buildOf(BUILD),
    notFound: (request) => errorResponse(request, 404, 'Target not found'),
    embeddedBy: async (token) => (token === 'embedded' ? ['https://a.example', 'https://b.example'] : []),
    ...settings,
  })

describe('the files of the dashboard', () => {
  it.each(['/dash', '/dash/', '/dash/links/1/edit', '/dash/index.html', '/dash/secret.txt', '/dash/../secret.txt'])(
    'GET %s is the shell, which is asked for anew each time, may run nothing but its own files and cannot be framed',
    async (path) => {
      const { status, body, headers } = await callHandler(dash(), `http://localhost:3000${path}`)
      if (path.includes('..')) return expect(body).not.toContain('not served')
      expect([status, body]).toEqual([200, SHELL])
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      const policy = headers['content-security-policy'] ?? ''
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "frame-src 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ])
        expect(policy.split('; ')).toContain(part)
      expect(policy).not.toContain('unsafe')
    },
  )

  it('the frame of a preview runs nothing, shows pictures of any host by https, and only the dashboard frames it', async () => {
    const { status, body, headers } = await callHandler(dash(), '/dash/bio-preview')
    expect([status, body]).toEqual([200, '<!doctype html>'])
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin",
    )
  })

  it('an asset is kept for a year, and a missing one is 404, not the shell', async () => {
    const asset = await callHandler(dash(), '/dash/assets/index-1.js')
    expect([asset.status, asset.body]).toEqual([200, SCRIPT])
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect((await callHandler(dash(), '/dash/assets/index-0.js')).status).toBe(404)
    const icon = await callHandler(dash(), '/dash/icon.svg')
    expect([icon.body, icon.headers['cache-control'], icon.headers['content-type']]).toEqual([
      '<svg/>',
      'no-cache',
      'image/svg+xml',
    ])
  })

  it.each([
    ['br, gzip', 'br', 'shell by br'],
    ['gzip;q=0.5, br;q=0', 'gzip', 'shell by gzip'],
    ['*', 'br', 'shell by br'],
    ['identity', undefined, SHELL],
    ['br;q=0, gzip;q=0, *', undefined, SHELL],
  ])('Accept-Encoding: %s gets %s', async (accepted, coding, content) => {
    const { headers, body } = await callHandler(dash(), '/dash', { headers: { 'accept-encoding': accepted } })
    expect([headers['content-encoding'], body, headers.vary]).toEqual([coding, content, 'accept-encoding'])
  })

  it('each form has an ETag of its own, which gets 304', async () => {
    const handler = dash()
    const plain = await callHandler(handler, '/dash')
    const gzip = await callHandler(handler, '/dash', { headers: { 'accept-encoding': 'gzip' } })
    expect(gzip.headers.etag).not.toBe(plain.headers.etag)
    const again = await callHandler(handler, '/dash/visits', { headers: { 'if-none-match': plain.headers.etag ?? '' } })
    expect([again.status, again.body]).toEqual([304, undefined])
  })

  it('without a build it is 503 and names the command; once it is built it is there', async () => {
    const folder = temporaryFolder()
    const handler = dash({ folder })
    const missing = await callHandler(handler, '/dash')
    expect([missing.status, missing.body]).toEqual([503, expect.stringContaining('npm run build')])
    writeFileSync(join(folder, 'index.html'), SHELL)
    expect((await callHandler(handler, '/dash')).body).toBe(SHELL)
  })

  it('other methods are refused', async () => {
    const refused = await callHandler(dash(), '/dash', { method: 'POST' })
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

describe('the hosts of the dashboard', () => {
  const PUBLIC = { appUrl: 'https://app.sho.rt', baseUrl: 'https://sho.rt' }

  it.each([
    ['https://app.sho.rt/dash', 200],
    ['https://stranger.example/dash', 404],
    ['http://127.0.0.1/dash', 404],
    ['https://www.app.sho.rt/dash', 404],
  ])('with a public APP_URL %s is %d', async (address, status) => {
    expect((await callHandler(dash(PUBLIC), address)).status).toBe(status)
  })

  it('BASE_URL leads to APP_URL, with path and query', async () => {
    const { status, headers } = await callHandler(dash(PUBLIC), 'https://sho.rt/dash/links/1?range=7d')
    expect([status, headers.location]).toEqual([302, 'https://app.sho.rt/dash/links/1?range=7d'])
  })

  it.each([
    ['http://127.0.0.1:3000/dash', 200],
    ['http://[::1]:3000/dash', 200],
    ['http://192.0.2.7:3000/dash', 200],
    ['http://shortlink.localhost:3000/dash', 200],
    ['http://stranger.example:3000/dash', 404],
    ['http://localhost.example/dash', 404],
  ])('by default %s is %d', async (address, status) => {
    expect((await callHandler(dash(), address)).status).toBe(status)
  })
})
