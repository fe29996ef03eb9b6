import { addDomain } from '@shortlink/core'
import { okAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { grantPlan } from '../../../support/grant-plan.ts'
import { connect } from '../client.ts'
import { openFixture } from '../fixture.ts'

/** A service whose DNS says what is published. */
async function start() {
  const published: string[] = []
  const fixture = await openFixture({ ports: { dns: { txt: () => okAsync(published) } } })
  const user = await fixture.newUser()
  const { email } = (await fixture.ports.store.users.find(user.userId)) ?? { email: '' }
  ;(await grantPlan(fixture.ports, email, 'PRO'))._unsafeUnwrap()
  const claim = async (hostname: string) =>
    (await fixture.app.run(addDomain, user.caller, { hostname }))._unsafeUnwrap()
  return { ...fixture, published, claim, ...(await connect(fixture.url, user.key)) }
}

describe('domain tools', () => {
  it('add_domain needs a paid plan', async () => {
    const { call, url, newUser } = await start()
    const hostname = 'go.example.com'
    const domain = await call('add_domain', { hostname })
    expect(domain).toEqual({ id: expect.any(String), hostname, verified: false, txtToken: expect.any(String) })
    expect(await call('list_domains')).toMatchObject([{ id: domain.id, sslStatus: 'none' }])
    expect(await call('add_domain', { hostname: '127.0.0.1' })).toEqual({
      error: 'hostname must be a domain name, such as go.example.com',
    })
    const free = await connect(url, (await newUser()).key)
    expect(await free.call('add_domain', { hostname })).toEqual({
      error:
        'Custom domains over MCP need a Starter or Pro plan; the operator of this server assigns plans with "shortlink plan set"',
    })
    expect(await free.call('list_domains')).toEqual([])
  })

  it('add_domain gives a domain of the account again with its token, pending or verified', async () => {
    const { call, published } = await start()
    const hostname = 'go.example.com'
    const domain = await call('add_domain', { hostname })
    expect(await call('add_domain', { hostname: 'GO.example.com' })).toEqual(domain)
    expect(await call('list_domains')).toHaveLength(1)
    published.push(domain.txtToken)
    await call('verify_domain', { id: domain.id })
    expect(await call('add_domain', { hostname })).toEqual({ ...domain, verified: true })
  })

  it('verify_domain succeeds once the TXT record is published', async () => {
    const { call, claim, published } = await start()
    const { id, hostname, txtToken } = await claim('go.example.com')
    expect(await call('verify_domain', { id })).toEqual({ verified: false })
    published.push(`shortlink-verify=${txtToken}`)
    expect(await call('verify_domain', { id })).toEqual({ verified: true })
    expect(await call('list_domains')).toEqual([{ id, hostname, verified: true, sslStatus: 'pending' }])
  })

  it('list_domains lists by cursor', async () => {
    const { callWhole, call, claim } = await start()
    const domains = [await claim('a.example.com'), await claim('b.example.com'), await claim('c.example.com')].reverse()
    const { _meta, structuredContent } = await callWhole('list_domains', { limit: 2 })
    expect(structuredContent).toMatchObject({ domains: domains.slice(0, 2).map(({ id }) => ({ id })), ..._meta })
    expect(await call('list_domains', { limit: 2, cursor: _meta?.nextCursor })).toMatchObject([{ id: domains[2]?.id }])
    expect(await call('list_domains', { limit: 101 })).toEqual({ error: 'limit must be at most 100' })
  })

  it('delete_domain deletes a domain once', async () => {
    const { call, claim } = await start()
    const { id } = await claim('go.example.com')
    expect(await call('delete_domain', { id })).toEqual({ deleted: true })
    expect(await call('delete_domain', { id })).toEqual({ error: 'Domain not found' })
    expect(await call('list_domains')).toEqual([])
  })

  it('links and QR codes use a verified domain', async () => {
    const { call, claim, published } = await start()
    const { id: domainId, txtToken } = await claim('go.example.com')
    const link = { target: 'https://example.com', slug: 'on-mine', domainId }
    expect(await call('create_shortlink', link)).toEqual({ error: 'domainId must be a verified domain' })
    published.push(txtToken)
    await call('verify_domain', { id: domainId })
    const shortUrl = 'https://go.example.com/on-mine'
    expect(await call('create_shortlink', link)).toMatchObject({ slug: 'on-mine', shortUrl })
    expect(await call('get_qr_code', { slug: 'on-mine', domainId })).toMatchObject({ url: shortUrl })
    expect(await call('get_qr_code', { slug: 'on-mine' })).toEqual({ error: 'Shortlink not found' })
    expect(await call('get_qr_code', { slug: 'on-mine', domainId: 'x' })).toEqual({ error: 'Domain not found' })
  })

  it('the domain tools do not change domains of other users', async () => {
    const { claim, url, newUser, call, published } = await start()
    const { id, txtToken } = await claim('go.example.com')
    published.push(txtToken)
    const stranger = await connect(url, (await newUser()).key)
    expect(await stranger.call('verify_domain', { id })).toEqual({ error: 'Domain not found' })
    expect(await stranger.call('delete_domain', { id })).toEqual({ error: 'Domain not found' })
    const theirs = { target: 'https://evil.example', slug: 'mine', domainId: id }
    expect(await stranger.call('create_shortlink', theirs)).toEqual({ error: 'Domain not found' })
    expect(await stranger.call('list_domains')).toEqual([])
    expect(await call('list_domains')).toMatchObject([{ id, verified: false }])
  })
})
