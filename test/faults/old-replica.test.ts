import { describe, expect, it } from 'vitest'
import { ask, follow, newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { spawnServer, testEnvironment } from '../support/server.ts'

const preload = new URL('../support/preload/version-before.ts', import.meta.url)

const NEVER = new Date(Date.UTC(2100, 0, 1)).toISOString()
const BY_RULE = [{ type: 'device', value: 'desktop', target: 'https://rule.example.com/' }]
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

/** Links that a server of version 0.1.0 must not serve, and what the present one answers. */
const GUARDED: Record<string, { readonly options: object; readonly status: number }> = {
  'a start': { options: { startsAt: NEVER }, status: 404 },
  'an end': { options: { expiresAt: NEVER }, status: 302 },
  'a limit of visits': { options: { maxVisits: 1000 }, status: 302 },
  'a password': { options: { password: 'correct horse' }, status: 403 },
  'an owner who has closed it': { options: { enabled: false }, status: 404 },
}

async function oldBesideNew() {
  const environment = await testEnvironment('postgres')
  const present = await spawnServer(environment)
  const besides = { PORT: String(await freePort()), DATA_DIR: temporaryFolder() }
  const old = await spawnServer({ ...environment, ...besides }, { preload, sources: true })
  const account = await newAccount(present.url)
  const ok = async (url: string, text: string, variables: object) => {
    const answer = await ask(url, text, variables, account.headers)
    expect(answer.errors).toEqual([])
    return answer.data
  }
  let made = 0
  /** Makes a link as any version can. */
  async function newLink(target = 'https://example.com/', rules: object[] = BY_RULE) {
    const slug = `link-${made++}`
    const create =
      'mutation ($target: String!, $slug: String!, $rules: [LinkRuleInput!]) { createShortlink(target: $target, shortlink: $slug, rules: $rules) }'
    await ok(present.url, create, { target, slug, rules })
    const { shortlinkConnection } = await ok(present.url, '{ shortlinkConnection(take: 1) { items { id } } }', {})
    return { slug, id: String(shortlinkConnection.items[0].id) }
  }
  const update = async (url: string, id: string, changes: object) => {
    const text = 'mutation ($input: UpdateShortlinkInput!) { updateShortlinks(inputs: [$input]) { ok error } }'
    expect((await ok(url, text, { input: { id, ...changes } })).updateShortlinks).toEqual([{ ok: true, error: null }])
  }
  const answer = async (url: string, slug: string) => {
    const { status, headers } = await follow(url, slug, BROWSER)
    return [status, headers.get('location')]
  }
  return { present: present.url, old: old.url, ok, newLink, update, answer }
}

describe('a server of version 0.1.0 beside a present one', () => {
  it('serves no link that closes or asks for a password, whether made so or changed, before and after it has written the link itself', async () => {
    const { present, old, newLink, update, answer } = await oldBesideNew()
    for (const [kind, { options, status }] of Object.entries(GUARDED)) {
      const { slug, id } = await newLink()
      expect(await answer(old, slug), kind).toEqual([302, 'https://rule.example.com/'])
      await update(present, id, options)
      await expect.poll(() => answer(old, slug), { interval: 20, message: kind }).toEqual([400, null])
      expect((await answer(present, slug))[0], kind).toBe(status)

      await update(old, id, {
        target: 'https://example.org/',
        rules: [{ ...BY_RULE[0], target: 'https://example.net/' }],
      })
      expect(await answer(old, slug), kind).toEqual([400, null])
      await expect.poll(async () => (await answer(present, slug))[0], { message: kind }).toBe(status)
      if (status === 302) await expect.poll(() => answer(present, slug)).toEqual([302, 'https://example.net/'])
    }
  })

  it('serves neither aliases nor the slugs of deleted links, and both serve other links alike', async () => {
    const { present, old, ok, newLink, answer } = await oldBesideNew()
    const plain = await newLink('https://example.com/', [])
    const alias = 'mutation ($id: ID!) { addShortlinkAlias(id: $id, shortlink: "another") { id } }'
    await ok(present, alias, { id: plain.id })
    for (const url of [present, old]) expect(await answer(url, plain.slug)).toEqual([302, 'https://example.com/'])
    expect(await answer(present, 'another')).toEqual([302, 'https://example.com/'])
    expect(await answer(old, 'another')).toEqual([400, null])

    await ok(present, 'mutation ($id: ID!) { deleteShortlinks(ids: [$id]) { ok } }', { id: plain.id })
    for (const slug of [plain.slug, 'another']) {
      await expect.poll(() => answer(present, slug)).toEqual([404, null])
      await expect.poll(async () => (await answer(old, slug))[1]).toBeNull()
    }
  })

  it('takes no slug that the present one keeps for the last owner of a deleted link', async () => {
    const { present, old, ok, newLink } = await oldBesideNew()
    const { slug, id } = await newLink()
    await ok(present, 'mutation ($id: ID!) { deleteShortlinks(ids: [$id]) { ok } }', { id })
    const stranger = await newAccount(old)
    const take = `mutation { createShortlink(target: "https://example.com/", shortlink: "${slug}") }`
    for (const url of [old, present]) {
      const { errors } = await ask(url, take, {}, stranger.headers)
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['CONFLICT'])
    }
  })
})
