import { createBioPage } from '@shortlink/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aLink } from '../../../support/a-link.ts'
import { startPublicServer } from '../../../support/public-server.ts'

const started = async (options?: { perMinute: number }) => {
  const server = await startPublicServer(options)
  onTestFinished(server.close)
  await server.store.links.insert(aLink({ slug: 'abc1234' }))
  await server.app.run(createBioPage, server.user, { slug: 'ada', title: 'Ada' })
  const get = (path: string, init?: RequestInit) => fetch(server.url + path, init)
  return { ...server, get }
}

describe('the public routes over a socket', () => {
  it('a slash at the end of a path changes nothing', async () => {
    const { get } = await started()
    for (const path of ['/bio/ada/', '/abc1234/qr.png/']) expect((await get(path)).status).toBe(200)
  })

  it('HEAD has the status and ETag of GET, no body, and is no view', async () => {
    const { get, views } = await started()
    for (const path of ['/abc1234/qr.png', '/bio/ada', '/favicon.svg', '/nothing/qr', '/bio/none']) {
      const [asked, got] = [await get(path, { method: 'HEAD' }), await get(path)]
      expect([asked.status, asked.headers.get('etag')]).toEqual([got.status, got.headers.get('etag')])
      expect(await asked.text()).toBe('')
    }
    expect(views).toHaveLength(1)
  })

  it('a request with the current ETag gets 304 without a body', async () => {
    const { get } = await started()
    for (const path of ['/abc1234/qr.png', '/bio/ada', '/favicon.svg']) {
      const etag = (await get(path)).headers.get('etag') as string
      const again = await get(path, { headers: { 'if-none-match': etag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
  })

  it('other methods get 405 with the allowed ones', async () => {
    const { get } = await started()
    for (const path of ['/abc1234/qr.png', '/bio/ada', '/favicon.svg']) {
      const refused = await get(path, { method: 'POST' })
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  it('/favicon.svg and /favicon.ico are an SVG icon', async () => {
    const { get } = await started()
    for (const path of ['/favicon.svg', '/favicon.ico']) {
      const icon = await get(path)
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    }
  })

  it('QR codes and bio pages have a rate limit each, with the state in headers', async () => {
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

  it('an unavailable store gives 503, with its cause in the log only', async () => {
    const { get, store, errors } = await started()
    await store.close()
    for (const path of ['/bio/ada', '/abc1234/qr.png']) {
      const answer = await get(path)
      expect([answer.status, await answer.text()]).toEqual([503, 'Service unavailable'])
    }
    expect(errors).toHaveLength(2)
  })
})
