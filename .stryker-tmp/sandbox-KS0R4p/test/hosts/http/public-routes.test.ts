import { createBioPage } from '@shortlink/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aLink } from '../../support/a-link.ts'
import { startPublicServer } from '../../support/public-server.ts'
import { readQr } from '../../support/read-qr.ts'

const started = async (options?: { perMinute: number }) => {
  const server = await startPublicServer(options)
  onTestFinished(server.close)
  await server.store.links.insert(aLink({ slug: 'abc1234' }))
  await server.app.run(createBioPage, server.user, { slug: 'ada', title: 'Ada' })
  const get = (path: string, init?: RequestInit) => fetch(server.url + path, init)
  return { ...server, get }
}

describe('over a socket', () => {
  it('QR codes come as the picture asked for', async () => {
    const { get } = await started()
    const png = await get('/abc1234/qr.png?size=512')
    expect(readQr(Buffer.from(await png.arrayBuffer()))).toMatchObject({ text: 'https://sho.rt/abc1234', width: 512 })
    for (const path of ['/abc1234/qr', '/abc1234/qr.svg']) {
      const svg = await get(path)
      expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
      expect(await svg.text()).toMatch(/^<svg .*<\/svg>$/)
    }
  })

  it('a bio page comes with its headers', async () => {
    const { get, views } = await started()
    const page = await get('/bio/ada')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(await page.text()).toContain('<h1 dir="auto">Ada</h1>')
    expect(views).toHaveLength(1)
  })

  it('a slash at the end changes nothing', async () => {
    const { get } = await started()
    for (const path of ['/bio/ada/', '/abc1234/qr.png/']) expect((await get(path)).status).toBe(200)
  })

  it('HEAD answers as GET does, without a body and without being a view', async () => {
    const { get, views } = await started()
    for (const path of ['/abc1234/qr.png', '/bio/ada', '/favicon.svg', '/nothing/qr', '/bio/nobody']) {
      const [asked, got] = [await get(path, { method: 'HEAD' }), await get(path)]
      expect([asked.status, asked.headers.get('etag')]).toEqual([got.status, got.headers.get('etag')])
      expect(await asked.text()).toBe('')
    }
    expect(views).toHaveLength(1)
  })

  it('nothing is sent again to whoever has it', async () => {
    const { get } = await started()
    for (const path of ['/abc1234/qr.png', '/bio/ada', '/favicon.svg']) {
      const etag = (await get(path)).headers.get('etag') as string
      const again = await get(path, { headers: { 'if-none-match': etag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
  })

  it('other methods are told which ones there are', async () => {
    const { get } = await started()
    for (const path of ['/abc1234/qr.png', '/bio/ada', '/favicon.svg']) {
      const refused = await get(path, { method: 'POST' })
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  it('both icons are there', async () => {
    const { get } = await started()
    for (const path of ['/favicon.svg', '/favicon.ico']) {
      const icon = await get(path)
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    }
  })

  it('QR codes and bio pages are limited, each by itself, and say how a caller stands', async () => {
    const { get, views } = await started({ perMinute: 2 })
    for (const remaining of ['1', '0']) {
      const page = await get('/bio/ada')
      expect(page.headers.get('ratelimit-limit')).toBe('2')
      expect(page.headers.get('ratelimit-remaining')).toBe(remaining)
      expect(Number(page.headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    }
    const refused = await get('/bio/ada')
    expect([refused.status, await refused.text()]).toEqual([429, 'Too many requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(views).toHaveLength(2)
    expect((await get('/abc1234/qr')).status).toBe(200)
    const page = await get('/bio/ada', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
  })

  it('while the store is away the answer is 503, and the cause is told to the operator alone', async () => {
    const { get, store, errors } = await started()
    await store.close()
    for (const path of ['/bio/ada', '/abc1234/qr.png']) {
      const answer = await get(path)
      expect([answer.status, await answer.text()]).toEqual([503, 'Service unavailable'])
    }
    expect(errors).toHaveLength(2)
  })
})
