import { anonymous, createApp, createLink } from '@shortlink/core'
import type { Slugs } from '@shortlink/core/ports'
import { describe, expect, it } from 'vitest'
import { aLink } from '../../../support/a-link.ts'
import { newUser, testPorts } from '../../../support/ports.ts'

const target = 'https://example.com/'

/** The given slugs in order, then one letter repeated. */
function scripted(...slugs: string[]): Slugs & { asked: number[] } {
  const asked: number[] = []
  return {
    asked,
    fresh(length) {
      asked.push(length)
      return slugs.shift() ?? 'z'.repeat(length)
    },
  }
}

describe('creating a link', () => {
  it('returns and stores the fields that an account sets', async () => {
    const ports = testPorts()
    const [app, caller] = [createApp(ports), await newUser(ports)]
    const rules = [{ type: 'device', value: 'mobile', target: 'https://m.example.com/' }]
    const asked = { target, slug: 'Mine_-1', title: 'A title', enableTracking: false, rules }
    const link = (await app.run(createLink, caller, asked))._unsafeUnwrap()
    expect(link).toEqual(aLink({ id: link.id, owner: caller.userId, createdAt: ports.clock.now(), ...asked }))
    expect(await ports.store.links.findBySlug('', 'Mine_-1')).toEqual(link)
  })

  it('tracks links of accounts by default', async () => {
    const ports = testPorts()
    const [app, caller] = [createApp(ports), await newUser(ports)]
    const link = (await app.run(createLink, caller, { target, title: null, slug: null }))._unsafeUnwrap()
    expect(link).toMatchObject({ enableTracking: true, title: null, rules: [] })
    expect(link.slug).toMatch(/^[1-9A-HJ-NP-Za-km-z]{7}$/)
  })

  it('ignores title and tracking of an anonymous caller', async () => {
    const asked = { target, slug: 'mine', title: 'A title', enableTracking: true }
    const link = (await createApp(testPorts()).run(createLink, anonymous, asked))._unsafeUnwrap()
    expect(link).toMatchObject({ slug: 'mine', owner: null, title: null, enableTracking: false })
  })

  it('needs a login when the operator requires one', async () => {
    const ports = testPorts()
    const app = createApp({ ...ports, policy: { ...ports.policy, requireAuthForCreate: true } })
    const refused = await app.run(createLink, anonymous, { target })
    expect(refused._unsafeUnwrapErr()).toEqual({ type: 'not-logged-in' })
    expect((await app.run(createLink, await newUser(ports), { target })).isOk()).toBe(true)
  })

  it('replaces a generated slug that is taken by a longer one', async () => {
    const slugs = scripted('taken11', 'taken12', 'free-one')
    const ports = testPorts({ slugs })
    const app = createApp(ports)
    for (const slug of ['taken11', 'taken12']) await app.run(createLink, anonymous, { target, slug })
    const link = (await app.run(createLink, anonymous, { target }))._unsafeUnwrap()
    expect(link.slug).toBe('free-one')
    expect(slugs.asked).toEqual([7, 8, 8])
  })

  it('skips a generated slug that is reserved', async () => {
    const slugs = scripted('graphql', 'Healthz')
    const link = (await createApp(testPorts({ slugs })).run(createLink, anonymous, { target }))._unsafeUnwrap()
    expect(link.slug).toBe('zzzzzzz')
  })

  it('refuses a taken slug and accepts it in another case', async () => {
    const app = createApp(testPorts())
    expect((await app.run(createLink, anonymous, { target, slug: 'mine' })).isOk()).toBe(true)
    const again = await app.run(createLink, anonymous, { target, slug: 'mine' })
    expect(again._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
    expect((await app.run(createLink, anonymous, { target, slug: 'Mine' })).isOk()).toBe(true)
  })

  it.each(['graphql', 'GraphQL', 'MCP', 'healthz', 'NULL'])('refuses the reserved slug %s', async (slug) => {
    const result = await createApp(testPorts()).run(createLink, anonymous, { target, slug })
    expect(result._unsafeUnwrapErr()).toEqual({ type: 'slug-reserved' })
  })

  it.each(['graphqls', 'my-admin', 'v3'])(
    'accepts %s, which only begins or ends like a reserved word',
    async (slug) => {
      expect((await createApp(testPorts()).run(createLink, anonymous, { target, slug })).isOk()).toBe(true)
    },
  )

  it.each(['', 'a b', 'ä', 'a/b', '../x', 'a.b', 'x'.repeat(101), 'nul\0'])('refuses the slug %j', async (slug) => {
    const result = await createApp(testPorts()).run(createLink, anonymous, { target, slug })
    expect(result._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'slug' })
  })

  it.each([
    undefined,
    '',
    '/relative',
    '//example.com',
    'example.com',
    'javascript:alert(1)',
    'JAVASCRIPT://example.com/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://example.com/',
    'http:/example.com',
    'http:example.com',
    'https://',
    'https:///path',
    'https://exa mple.com/',
    'https://\\example.com/',
    'https://example.com:99999/',
    'https://user:password@example.com/',
    'https://paypal.com@evil.example/',
    `https://example.com/${'x'.repeat(2029)}`,
    'https://example.com/\ud800',
  ])('refuses the target %j', async (target) => {
    const result = await createApp(testPorts()).run(createLink, anonymous, { target })
    expect(result._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'target' })
  })

  it.each([
    'http://example.com',
    'HTTPS://EXAMPLE.com/Path?q=1#part',
    'https://example.com:8443/',
    'https://münchen.example/straße?ä=ö',
    'http://[2001:db8::1]:80/',
    `https://example.com/${'x'.repeat(2028)}`,
  ])('keeps the target %s as written', async (target) => {
    expect((await createApp(testPorts()).run(createLink, anonymous, { target }))._unsafeUnwrap().target).toBe(target)
  })
})
