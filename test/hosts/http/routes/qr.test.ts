import type { Link } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { createQrRoute } from '../../../../hosts/http/routes/qr.ts'
import { aLink } from '../../../support/a-link.ts'
import { callHandler } from '../../../support/call-handler.ts'
import { BASE_URL, CUSTOM_HOST, publicApp } from '../../../support/public-app.ts'
import { readQr } from '../../../support/read-qr.ts'

const opened = async () => {
  const { app, store, user } = await publicApp()
  const insert = (own: Partial<Link>) => store.links.insert(aLink(own))
  await insert({ slug: 'abc1234' })
  await insert({ slug: 'only', hostname: CUSTOM_HOST, owner: user.userId })
  return createQrRoute({ app })
}
const get = async (target: string, headers?: Record<string, string>, method?: string) => {
  const [slug = '', file = ''] = target.slice(1).split(/[/?]/)
  const format = file.split('.')[1]
  const params = { slug, ...(format !== undefined && { format }) }
  return callHandler(await opened(), target, { params, headers, method })
}

describe('the QR route', () => {
  it.each(['/abc1234/qr.svg', '/abc1234/qr'])('GET %s draws an SVG', async (path) => {
    const { status, headers, body } = await get(path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    })
    expect(body).toMatch(/^<svg [^>]*width="300" height="300"/)
  })

  it('a QR code in PNG holds the public short URL', async () => {
    const { status, headers, body } = await get('/abc1234/qr.png')
    expect([status, headers?.['content-type']]).toEqual([200, 'image/png'])
    expect(readQr(Buffer.from(body as Uint8Array))).toEqual({ text: `${BASE_URL}/abc1234`, width: 300, height: 300 })
  })

  it('a QR code holds the custom domain for a link on it', async () => {
    const { body } = await get('/only/qr.png', { host: CUSTOM_HOST })
    expect(readQr(Buffer.from(body as Uint8Array)).text).toBe(`https://${CUSTOM_HOST}/only`)
  })

  it('a QR code ignores the Host and X-Forwarded-Host headers', async () => {
    const { body } = await get('/abc1234/qr.png', { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    expect(readQr(Buffer.from(body as Uint8Array)).text).toBe(`${BASE_URL}/abc1234`)
  })

  it('a QR code with track=true marks the visits that come from it, and one with track=false is a plain one', async () => {
    const marked = await get('/only/qr.png?track=true', { host: CUSTOM_HOST })
    expect(readQr(Buffer.from(marked.body as Uint8Array)).text).toBe(`https://${CUSTOM_HOST}/only?utm_medium=qr`)
    const plain = await get('/abc1234/qr.svg')
    expect(await get('/abc1234/qr.svg?track=false')).toEqual(plain)
    const { status } = await get('/abc1234/qr.svg?track=true', { 'if-none-match': plain.headers?.etag as string })
    expect(status).toBe(200)
  })

  it.each(['ecc', 'errorCorrection', 'level'])('the error correction level is read from %s', async (name) => {
    const [low, high] = await Promise.all([get(`/abc1234/qr?${name}=L`), get(`/abc1234/qr?${name}=h`)])
    expect([low.status, high.status]).toEqual([200, 200])
    expect(String(high.body).length).toBeGreaterThan(String(low.body).length)
  })

  it('the query sets size, margin and colors', async () => {
    const { body } = await get('/abc1234/qr.svg?size=128&margin=0&color=0a3d62&bgColor=%23fff8e7')
    expect(body).toMatch(/width="128".*fill="#fff8e7".*fill="#0a3d62"/)
  })

  it.each([
    'size=63',
    'size=1025',
    'size=',
    'size=1e2',
    'size=0x80',
    'size=300.0',
    'size=99999999999999999999',
    'size=%20300',
    'ecc=X',
    'ecc=',
    'margin=11',
    'margin=-1',
    'margin=two',
    'color=red',
    'color=%22/%3E%3Cscript%3E',
    'bgColor=12345',
    'color=ffffff',
    'track=',
    'track=1',
    'track=yes',
    'track=TRUE',
    'track=constructor',
  ])('the query %s gets 400 with the name of the parameter', async (query) => {
    const { status, headers, body } = await get(`/abc1234/qr.png?${query}`)
    expect([status, headers?.['content-type']]).toEqual([400, 'text/plain; charset=utf-8'])
    expect(body).toContain(query.split('=')[0])
  })

  it('an unknown format gets 400', async () => {
    for (const name of ['qr.gif', 'qr.data', 'qr.constructor', 'qr.PNG']) {
      expect(await get(`/abc1234/${name}`)).toMatchObject({ status: 400, body: 'format must be svg or png' })
    }
  })

  it('the query names the format where the path does not, and must agree with it where it does', async () => {
    const typeOf = async (target: string) => (await get(target)).headers?.['content-type']
    expect(await typeOf('/abc1234/qr?format=png')).toBe('image/png')
    expect(await typeOf('/abc1234/qr?format=svg')).toBe('image/svg+xml')
    expect(await typeOf('/abc1234/qr.png?format=png')).toBe('image/png')
    expect(await get('/abc1234/qr?format=gif')).toMatchObject({ status: 400, body: 'format must be svg or png' })
    expect(await get('/abc1234/qr.svg?format=png')).toMatchObject({
      status: 400,
      body: 'format must be svg, as in the path',
    })
  })

  it('parameters that others append to links change nothing', async () => {
    const plain = await get('/abc1234/qr.svg')
    expect(await get('/abc1234/qr.svg?utm_source=mail&fbclid=1&logo=x')).toEqual(plain)
  })

  it('an unknown slug gets 404', async () => {
    expect(await get('/nothing/qr.png')).toMatchObject({ status: 404, body: 'Shortlink not found' })
    expect(await get('/abc1234/qr.png', { host: CUSTOM_HOST })).toMatchObject({ status: 404 })
  })

  it('a browser gets errors as an HTML page with the same words', async () => {
    const { headers, body } = await get('/nothing/qr.png', { accept: 'text/html,*/*' })
    expect(headers?.['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('Shortlink not found')
  })

  it.each(['/abc1234/qr.svg?color=red', '/abc1234/qr?format=gif', '/abc1234/qr.svg?format=png'])(
    'the page for %s says to correct the parameter, and nothing of where a link leads',
    async (path) => {
      const { status, body } = await get(path, { accept: 'text/html' })
      expect(status).toBe(400)
      expect(body).toContain('Correct or remove the parameter named above')
      expect(body).not.toContain('lead anywhere')
    },
  )

  it('a QR code that the client has gives 304', async () => {
    const first = await get('/abc1234/qr.png')
    const etag = first.headers?.etag as string
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/abc1234/qr.png', { 'if-none-match': known })
      expect(again).toEqual({ status: 304, headers: first.headers })
    }
    for (const [target, known] of [
      ['/abc1234/qr.png?size=301', etag],
      ['/abc1234/qr.png', '"other"'],
    ] as const) {
      expect((await get(target, { 'if-none-match': known })).status).toBe(200)
    }
  })
})
