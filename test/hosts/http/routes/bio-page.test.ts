import { createHash } from 'node:crypto'
import { addBioLink, type BioPage, createBioPage, updateBioPage } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { createBioPageRoute } from '../../../../hosts/http/routes/bio-page.ts'
import { callHandler } from '../../../support/call-handler.ts'
import { BASE_URL, publicApp } from '../../../support/public-app.ts'

const opened = async () => {
  const { app, user } = await publicApp()
  const page = (await app.run(createBioPage, user, { slug: 'ada', title: 'Ada <3' }))._unsafeUnwrap()
  await app.run(addBioLink, user, { bioPageId: page.id, label: 'Letters', url: 'https://example.com/?a=1&b=2' })
  const views: { page: BioPage; bot: boolean }[] = []
  const route = createBioPageRoute({
    app,
    baseUrl: BASE_URL,
    isBot: (userAgent) => userAgent?.includes('bot') ?? false,
    onView: (page, { bot }) => views.push({ page, bot }),
  })
  const get = (path: string, headers?: Record<string, string>, method?: string) =>
    callHandler(route, path, { params: { slug: path.split('/')[2] ?? '' }, headers, method })
  return { app, user, page, views, get }
}

describe('the bio page route', () => {
  it('GET /bio/<slug> serves a page whose policy allows its own style and no script', async () => {
    const { status, headers, body } = await (await opened()).get('/bio/ada')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      ),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'no-cache',
    })
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('<h1 dir="auto">Ada &lt;3</h1>')
    expect(body).toContain('<meta property="og:title" content="Ada &lt;3">')
    expect(body).toContain(`<meta property="og:url" content="${BASE_URL}/bio/ada">`)
    expect(body).toContain('href="https://example.com/?a=1&amp;b=2"')
  })

  it('own colors and a picture are in the page, and its policy allows exactly its style and the host of the picture', async () => {
    const { app, user, page, get } = await opened()
    const pictureUrl = 'https://pictures.example:8443/ada.png?size=2&x="><script>'.replaceAll(' ', '')
    const colors = { background: '#102030', text: '#ffffff', button: '#ffcc00' }
    const look = { text: 'Engines & <letters>', pictureUrl, colors }
    ;(await app.run(updateBioPage, user, { id: page.id, ...look }))._unsafeUnwrap()
    const { headers, body } = await get('/bio/ada')
    const css = /<style>(.*)<\/style>/s.exec(String(body))?.[1] ?? ''
    const hash = createHash('sha256').update(css).digest('base64')
    expect(headers?.['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' https://pictures.example:8443; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(css).toContain('--ground:#102030;')
    expect(css).toContain('--card:#ffcc00;--card-ink:#000000;')
    const escaped = 'https://pictures.example:8443/ada.png?size=2&amp;x=&quot;&gt;&lt;script&gt;'
    expect(body).toContain(`<img class="picture" src="${escaped}" alt=""`)
    expect(body).toContain(`<meta property="og:image" content="${escaped}">`)
    expect(body).toContain('<p class="about" dir="auto">Engines &amp; &lt;letters&gt;</p>')
    expect(body).not.toContain('class="monogram"')
  })

  it('a changed bio page is sent at once, and an unchanged one gives 304', async () => {
    const { app, user, page, get } = await opened()
    const first = await get('/bio/ada')
    const known = { 'if-none-match': first.headers?.etag as string }
    expect(await get('/bio/ada', known)).toMatchObject({ status: 304 })
    await app.run(updateBioPage, user, { id: page.id, title: 'Ada Lovelace' })
    expect(await get('/bio/ada', known)).toMatchObject({ status: 200, body: expect.stringContaining('Ada Lovelace') })
  })

  it.each(['/bio/none', '/bio/', '/bio/ADA', '/bio/%00', '/bio/%zz', '/bio/a%2Fb', '/bio/%F0%9F'])(
    'there is no bio page at %s',
    async (path) => {
      const { get, views } = await opened()
      const { status, body } = await get(path)
      expect([404, 400]).toContain(status)
      expect(body).toMatch(/^Bio page not found$|^slug must/)
      expect(views).toEqual([])
    },
  )

  it('a browser gets an HTML page for a missing bio page', async () => {
    const { status, headers, body } = await (await opened()).get('/bio/none', { accept: 'text/html' })
    expect([status, headers?.['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(body).toContain('<h1>Bio page not found</h1>')
  })

  it('a view is reported, also when the answer is 304', async () => {
    const { get, views, page } = await opened()
    const first = await get('/bio/ada', { 'user-agent': 'Mozilla/5.0' })
    await get('/bio/ada', { 'if-none-match': first.headers?.etag as string })
    expect(views.map(({ page: { id, slug } }) => ({ id, slug }))).toEqual(Array(2).fill({ id: page.id, slug: 'ada' }))
  })

  it('a view by a program is reported with bot: true', async () => {
    const { get, views } = await opened()
    await get('/bio/ada', { 'user-agent': 'somebot/1.0' })
    await get('/bio/ada', { 'user-agent': 'Mozilla/5.0' })
    expect(views.map(({ bot }) => bot)).toEqual([true, false])
  })

  it('a prefetch or HEAD is not reported as a view', async () => {
    const { get, views } = await opened()
    await get('/bio/ada', { 'sec-purpose': 'prefetch;prerender' })
    await get('/bio/ada', { purpose: 'prefetch' })
    await get('/bio/ada', {}, 'HEAD')
    expect(views).toEqual([])
  })
})
