import { addDomain, anonymous, createApp, createLink, deleteDomain, listDomains, verifyDomain } from '@shortlink/core'
import { addDomainOnPaidPlan, permitCertificate } from '@shortlink/core/host'
import type { Dns } from '@shortlink/core/ports'
import { err, ok, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { grantPlan } from '../../support/grant-plan.ts'
import { newUser, testPorts } from '../../support/ports.ts'

const HOSTNAME = 'go.example.com'
const BELOW = `_shortlink.${HOSTNAME}`
const target = 'https://example.com/'
const missing = { type: 'not-found', what: 'Domain' }

/** A service with a DNS that returns the published records. */
async function open() {
  const published = new Map<string, readonly string[] | 'failing'>()
  const asked: string[] = []
  let meanwhile = async () => {}
  const dns: Dns = {
    txt(name) {
      asked.push(name)
      const records = published.get(name) ?? []
      return ResultAsync.fromSafePromise(meanwhile()).andThen(() =>
        records === 'failing' ? err({ type: 'upstream-failed' as const, what: 'DNS' }) : ok(records),
      )
    },
  }
  const ports = testPorts({ dns })
  const [app, user] = [createApp(ports), await newUser(ports)]
  const add = (hostname = HOSTNAME, by = user) => app.run(addDomain, by, { hostname })
  const verify = (id: string, by = user) => app.run(verifyDomain, by, { id })
  const list = async (by = user) => (await app.run(listDomains, by, {}))._unsafeUnwrap()
  /** Adds and verifies a domain. */
  async function hold(hostname = HOSTNAME) {
    const { id, txtToken } = (await add(hostname))._unsafeUnwrap()
    published.set(`_shortlink.${hostname}`, [txtToken])
    return (await verify(id))._unsafeUnwrap()
  }
  const whileAsking = (work: () => Promise<void>) => {
    meanwhile = work
  }
  return { ports, app, user, published, asked, add, verify, list, hold, whileAsking }
}

describe('claiming a hostname', () => {
  it('returns a token of 32 random characters and a claim that is not verified', async () => {
    const { add, list, ports } = await open()
    const domain = (await add())._unsafeUnwrap()
    expect(domain).toMatchObject({ hostname: HOSTNAME, verified: false, verifiedAt: null, sslStatus: 'none' })
    expect(domain.txtToken).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32}$/)
    expect(domain.createdAt).toBe(ports.clock.now())
    expect(await list()).toEqual([domain])
  })

  it.each([
    ['GO.Example.COM', HOSTNAME],
    ['go.example.com.', HOSTNAME],
    ['  go.example.com ', HOSTNAME],
    ['bücher.example', 'xn--bcher-kva.example'],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
    ['a.b', 'a.b'],
    ['1.example', '1.example'],
  ])('keeps %j as %j', async (given, kept) => {
    const { add } = await open()
    expect((await add(given))._unsafeUnwrap().hostname).toBe(kept)
  })

  it.each([
    '',
    ' ',
    '.',
    'localhost',
    'go.example.com..',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    'a b.example',
    'user@go.example.com',
    'go.example.com/path',
    'go.example.com?query',
    'go.example.com#fragment',
    'go.example.com:443',
    'go.example.com\\path',
    '%67o.example.com',
    '-go.example.com',
    'go-.example.com',
    '_go.example.com',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(125)}exa`.padEnd(260, 'm'),
    'xn--.example',
  ])('refuses %j', async (hostname) => {
    const { add } = await open()
    expect((await add(hostname))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'hostname' })
  })

  it('refuses the hostname of the service in any spelling', async () => {
    const { add } = await open()
    const error = { type: 'invalid-input', path: 'hostname', message: "hostname is the service's own" }
    for (const own of ['sho.rt', 'SHO.RT.']) expect((await add(own))._unsafeUnwrapErr()).toEqual(error)
  })

  it('gives a pending claim of the account again, and succeeds for any number of accounts', async () => {
    const { add, ports, user } = await open()
    const [first, ...others] = (await Promise.all([add(), add(), add()])).map((result) => result._unsafeUnwrap())
    expect(others).toEqual([first, first])
    expect(await ports.store.domains.list(user.userId)).toEqual([first])
    const second = (await add(HOSTNAME, await newUser(ports)))._unsafeUnwrap()
    expect(second.txtToken).not.toBe(first?.txtToken)
  })

  it('gives a verified domain of the account again, as it is', async () => {
    const { add, ports, user } = await open()
    const { id } = (await add())._unsafeUnwrap()
    const verified = (await ports.store.domains.verify(user.userId, id, 1))._unsafeUnwrap()
    expect((await add())._unsafeUnwrap()).toEqual(verified)
    expect(verified).toMatchObject({ id, verified: true })
    expect(await ports.store.domains.list(user.userId)).toHaveLength(1)
  })

  it('refuses the hostname of the service from agents too', async () => {
    const { app, user, ports } = await open()
    await grantPlan(ports, `${user.userId}@example.com`, 'STARTER')
    const refused = await app.run(addDomainOnPaidPlan, user, { hostname: 'sho.rt' })
    expect(refused._unsafeUnwrapErr().type).toBe('invalid-input')
  })
})

describe('proving a claim', () => {
  it.each([
    ['the token below the hostname', BELOW, (token: string) => token],
    ['the token with its name', BELOW, (token: string) => `shortlink-verify=${token}`],
    ['the token at the hostname itself', HOSTNAME, (token: string) => token],
    ['spaces around the token', BELOW, (token: string) => ` ${token}\t`],
  ])('takes %s, among other records', async (_, name, record) => {
    const { add, verify, published, ports } = await open()
    const { id, txtToken } = (await add())._unsafeUnwrap()
    published.set(name, ['v=spf1 -all', record(txtToken)])
    const proven = { verified: true, verifiedAt: ports.clock.now(), sslStatus: 'pending' }
    expect((await verify(id))._unsafeUnwrap()).toMatchObject(proven)
  })

  it.each([
    ['nothing', BELOW, () => []],
    ['part of the token', BELOW, (token: string) => [token.slice(1)]],
    ['more than the token', BELOW, (token: string) => [`${token}x`, `x${token}`]],
    ['the token of another claim', BELOW, () => ['shortlink-verify=of-another-account']],
    ['the token at another name', `www.${HOSTNAME}`, (token: string) => [token]],
  ] as const)('does not take %s', async (_, name, records) => {
    const { add, verify, published } = await open()
    const claim = (await add())._unsafeUnwrap()
    published.set(name, records(claim.txtToken))
    expect((await verify(claim.id))._unsafeUnwrap()).toEqual(claim)
  })

  it('reports a failing resolver, at either name', async () => {
    const { add, verify, published } = await open()
    const { id } = (await add())._unsafeUnwrap()
    for (const name of [BELOW, HOSTNAME]) {
      published.clear()
      published.set(name, 'failing')
      expect((await verify(id))._unsafeUnwrapErr()).toEqual({ type: 'upstream-failed', what: 'DNS' })
    }
  })

  it('sends no more DNS queries than it needs', async () => {
    const { hold, verify, asked } = await open()
    const { id } = await hold()
    expect(asked).toEqual([BELOW])
    expect((await verify(id)).isOk()).toBe(true)
    expect(asked).toEqual([BELOW])
  })

  it('is refused to other accounts and for unknown ids', async () => {
    const { add, verify, ports, published, list } = await open()
    const { id, txtToken } = (await add())._unsafeUnwrap()
    published.set(BELOW, [txtToken])
    for (const [given, by] of [
      [id, await newUser(ports)],
      ['no id', undefined],
    ] as const) {
      expect((await verify(given, by))._unsafeUnwrapErr()).toEqual(missing)
    }
    expect(await list()).toMatchObject([{ verified: false }])
  })

  it('gives the hostname to one account until that account deletes it', async () => {
    const { app, add, verify, hold, ports, published, user } = await open()
    const held = await hold()
    const next = await newUser(ports)
    const claim = (await add(HOSTNAME, next))._unsafeUnwrap()
    published.set(BELOW, [claim.txtToken])
    expect((await verify(claim.id, next))._unsafeUnwrapErr()).toEqual({ type: 'domain-taken' })
    expect((await app.run(deleteDomain, next, { id: held.id }))._unsafeUnwrapErr()).toEqual(missing)
    expect((await app.run(deleteDomain, user, { id: held.id }))._unsafeUnwrap()).toBe(true)
    expect((await app.run(deleteDomain, user, { id: held.id }))._unsafeUnwrapErr()).toEqual(missing)
    expect((await verify(claim.id, next))._unsafeUnwrap().verified).toBe(true)
  })

  it('is not found when the claim is deleted during the DNS query', async () => {
    const { app, add, verify, published, user, whileAsking } = await open()
    const { id, txtToken } = (await add())._unsafeUnwrap()
    published.set(BELOW, [txtToken])
    whileAsking(async () => void (await app.run(deleteDomain, user, { id })))
    expect((await verify(id))._unsafeUnwrapErr()).toEqual(missing)
  })
})

describe('a certificate', () => {
  const permit = async ({ app }: Awaited<ReturnType<typeof open>>, hostname: string) =>
    app.run(permitCertificate, anonymous, { hostname })

  it('is permitted for a verified hostname and recorded on the domain', async () => {
    const fixture = await open()
    await fixture.hold()
    for (const written of [HOSTNAME, HOSTNAME.toUpperCase(), `${HOSTNAME}.`]) {
      expect((await permit(fixture, written))._unsafeUnwrap()).toBe(true)
      expect(await fixture.list()).toMatchObject([{ sslStatus: 'active' }])
    }
  })

  it('is not permitted for any other hostname', async () => {
    const fixture = await open()
    await fixture.add()
    for (const hostname of [HOSTNAME, 'other.example.com', '', 'no hostname', '127.0.0.1']) {
      expect((await permit(fixture, hostname))._unsafeUnwrapErr()).toEqual(missing)
    }
    expect(await fixture.list()).toMatchObject([{ sslStatus: 'none' }])
  })
})

describe('a link', () => {
  it('can be created only on a verified domain of its owner', async () => {
    const { app, add, hold, user, ports } = await open()
    const held = await hold()
    const create = (domainId: string | null, by: typeof user | typeof anonymous = user) =>
      app.run(createLink, by, { target, domainId })
    expect((await create(held.id))._unsafeUnwrap().hostname).toBe(HOSTNAME)
    expect((await create(null))._unsafeUnwrap().hostname).toBe('')
    for (const by of [await newUser(ports), anonymous]) {
      expect((await create(held.id, by))._unsafeUnwrapErr()).toEqual(missing)
    }
    expect((await create('no id'))._unsafeUnwrapErr()).toEqual(missing)

    await grantPlan(ports, `${user.userId}@example.com`, 'STARTER')
    const unproven = (await add('new.example.com'))._unsafeUnwrap()
    const refused = { type: 'invalid-input', path: 'domainId', message: 'domainId must be a verified domain' }
    expect((await create(unproven.id))._unsafeUnwrapErr()).toEqual(refused)
  })
})
