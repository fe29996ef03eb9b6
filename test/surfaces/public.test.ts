import { describe, expect, it } from 'vitest'
import { ask, follow, newAccount } from '../support/api.ts'
import { readQr } from '../support/read-qr.ts'
import { startReceiver } from '../support/receiver.ts'
import { surfaceDatabases, useTestServer } from '../support/server.ts'

describe.each(surfaceDatabases(import.meta.url))('public pages of a server on %s', (database) => {
  const server = useTestServer({ database })
  const html = { headers: { accept: 'text/html,application/xhtml+xml' } }

  /** A fresh account with a page, and how to add links to it. */
  async function publish(title: string) {
    const owner = await newAccount(server.url)
    const slug = `page-${crypto.randomUUID()}`
    const { data } = await owner.ask('mutation ($input: CreateBioPageInput!) { createBioPage(input: $input) { id } }', {
      input: { slug, title, theme: 'ocean' },
    })
    const addLink = (input: object) =>
      owner.ask('mutation ($id: ID!, $input: AddBioLinkInput!) { addBioLink(bioPageId: $id, input: $input) { id } }', {
        id: data.createBioPage.id,
        input,
      })
    const read = () => fetch(`${server.url}/bio/${slug}`)
    return { owner, slug, addLink, read }
  }

  it('a bio page shows its title and its links in order', async () => {
    const { addLink, read } = await publish('Ada & <Co>')
    await addLink({ label: 'second', url: 'https://example.com/2', order: 2 })
    await addLink({ label: 'first', url: 'https://example.com/1', order: 1 })
    const page = await read()
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const markup = await page.text()
    expect(markup).toContain('<h1 dir="auto">Ada &amp; &lt;Co&gt;</h1>')
    expect([...markup.matchAll(/<bdi>(\w+)</g)].map(([, label]) => label)).toEqual(['first', 'second'])
  })

  it('a webhook gets every view of a bio page by people and programs, and none for HEAD, prefetches or GraphQL', async () => {
    const { owner, slug } = await publish('Ada')
    const receiver = await startReceiver()
    const created = await owner.ask(
      'mutation ($url: String!) { createWebhook(input: {url: $url, events: ["bio.viewed"]}) { id } }',
      { url: receiver.url },
    )
    expect(created.errors).toEqual([])
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const get = (userAgent: string, headers = {}, method = 'GET') =>
      fetch(`${server.url}/bio/${slug}`, { method, headers: { 'user-agent': userAgent, ...headers } })
    await get(firefox, { 'sec-purpose': 'prefetch;prerender' })
    await get(firefox, { purpose: 'preview' })
    await get('curl/8.14.1', {}, 'HEAD')
    await owner.ask('query ($slug: String!) { bioPage(slug: $slug) { id } }', { slug })
    await get('curl/8.14.1')
    await get('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')
    await get(firefox)
    const bodies = (await receiver.arrived(3)).map(({ body }) => JSON.parse(body))
    expect(bodies.map(({ data }) => data.view.bot).sort()).toEqual([false, true, true])
    for (const body of bodies) {
      expect(body).toEqual({
        type: 'bio.viewed',
        timestamp: expect.any(String),
        data: {
          bioPage: { id: expect.any(String), slug, title: 'Ada', createdAt: expect.any(String) },
          view: { bot: expect.any(Boolean), createdAt: body.timestamp },
        },
      })
    }
    const { data } = await owner.ask('query ($id: ID!) { webhookDeliveries(webhookId: $id) { event } }', {
      id: created.data.createWebhook.id,
    })
    expect(data.webhookDeliveries).toEqual(Array(3).fill({ event: 'bio.viewed' }))
  })

  it('a bio page is gone after its owner deleted the account', async () => {
    const { owner, addLink, read } = await publish('Ada')
    await addLink({ url: 'tel:112' })
    await owner.ask('mutation { deleteAccount }')
    expect((await read()).status).toBe(404)
  })

  it('concurrent requests for one slug create one bio page', async () => {
    const { owner } = await publish('Ada')
    const slug = `race-${crypto.randomUUID()}`
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => owner.ask(`mutation { createBioPage(input: {slug: "${slug}"}) { id } }`)),
    )
    expect(asked.filter(({ errors }) => errors.length === 0)).toHaveLength(1)
    const lost = asked.flatMap(({ errors }) => errors)
    expect(new Set(lost.map(({ message }) => message))).toEqual(new Set(['Slug already exists']))
  })

  it('a QR code leads to the target of its link', async () => {
    const created = await ask(server.url, 'mutation { createShortlink(target: "https://example.com/far") }')
    const slug = created.data.createShortlink
    const picture = await fetch(`${server.url}/${slug}/qr.png?size=256&ecc=H`)
    const { text, width } = readQr(Buffer.from(await picture.arrayBuffer()))
    expect(width).toBe(256)
    expect(new URL(text).pathname).toBe(`/${slug}`)
    const visit = await follow(server.url, new URL(text).pathname.slice(1))
    expect(visit.headers.get('location')).toBe('https://example.com/far')
  })

  it('every error is a page for browsers and the same words in plain text for programs', async () => {
    for (const path of [
      '/nothing',
      '/bio/none',
      '/nothing/qr.png',
      '/no/such/path',
      '/%3Cscript%3E',
      '/nothing/qr.gif',
    ]) {
      const page = await fetch(server.url + path, html)
      expect(page.headers.get('content-type'), path).toBe('text/html; charset=utf-8')
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
      const heading = /<h1>([^<]+)<\/h1>/.exec(await page.text())?.[1]
      const plain = await fetch(server.url + path)
      expect([plain.status, plain.headers.get('content-type')]).toEqual([page.status, 'text/plain; charset=utf-8'])
      expect(await plain.text()).toBe(heading)
    }
  })
})
