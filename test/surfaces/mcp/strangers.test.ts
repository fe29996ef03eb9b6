import { addDomain } from '@shortlink/core'
import { expect, it } from 'vitest'
import { allTools } from '../../../hosts/mcp/tools/tools.ts'
import { connect } from '../../hosts/mcp/client.ts'
import { openFixture } from '../../hosts/mcp/fixture.ts'

type Connected = Awaited<ReturnType<typeof connect>>

/** Arguments beside the id with which each tool that takes one would do its work. An id stands where it says ID. */
const CALLS: Record<string, object> = {
  get_shortlink: { id: 'ID' },
  get_hit_stats: { id: 'ID' },
  update_shortlinks: { inputs: [{ id: 'ID', title: 'stolen', target: 'https://evil.example', enableTracking: false }] },
  delete_shortlinks: { ids: ['ID'] },
  create_shortlink: { target: 'https://evil.example', domainId: 'ID' },
  get_qr_code: { slug: 'ID' },
  verify_domain: { id: 'ID' },
  delete_domain: { id: 'ID' },
  delete_webhook: { id: 'ID' },
  update_tag: { id: 'ID', name: 'stolen' },
  delete_tag: { id: 'ID' },
  add_alias: { id: 'ID', slug: 'stolen' },
  remove_alias: { id: 'ID', slug: 'second' },
  add_bio_link: { bioPageId: 'ID', url: 'https://evil.example' },
}

const withId = (args: object, id: string): object =>
  JSON.parse(JSON.stringify(args).replaceAll('"ID"', JSON.stringify(id)))

/** Everything a user has, as that user sees it. */
const snapshot = async ({ call, read }: Connected, link: string) => [
  await read(`shortlink://${link}`),
  ...(await Promise.all(
    ['list_shortlinks', 'list_tags', 'list_domains', 'list_webhooks', 'list_bio_pages'].map((name) => call(name)),
  )),
]

it('the test covers every tool that takes an id', () => {
  const takesId = allTools.filter(({ listed }) =>
    /"(id|ids|domainId|bioPageId)"/.test(JSON.stringify(listed.inputSchema)),
  )
  expect(takesId.map(({ listed }) => listed.name).toSorted()).toEqual(Object.keys(CALLS).toSorted())
})

it("no tool call with another user's ids changes that user's records", async () => {
  const { url, newUser, app } = await openFixture()
  const user = await newUser()
  const victim = await connect(`${url}?toolsets=all`, user.key)
  const link = await victim.call('create_shortlink', { target: 'https://example.com', slug: 'mine', tags: ['mine'] })
  await victim.call('add_alias', { id: link.id, slug: 'second' })
  const [tag] = await victim.call('list_tags')
  await user.visit(link.id, ['DE'])
  const domain = (await app.run(addDomain, user.caller, { hostname: 'go.example.com' }))._unsafeUnwrap()
  const webhook = await victim.call('create_webhook', { url: 'https://example.com', events: ['link.created'] })
  const page = await victim.call('create_bio_page', { slug: 'mine' })
  const bioLink = await victim.call('add_bio_link', { bioPageId: page.id, url: 'https://example.com' })
  const before = await snapshot(victim, link.id)

  const stranger = await connect(`${url}?toolsets=all`, (await newUser()).key)
  for (const id of [link.id, link.slug, domain.id, tag.id, webhook.id, page.id, bioLink.id, user.userId]) {
    for (const [name, args] of Object.entries(CALLS)) {
      const answer = JSON.stringify(await stranger.call(name, withId(args, id)))
      expect(answer, `${name} ${id}`).toMatch(/"error":"(Shortlink|Tag|Domain|Webhook|Bio page) not found"/)
    }
    expect(await stranger.read(`shortlink://${id}`)).toEqual({ error: 'Shortlink not found' })
  }
  expect(await snapshot(victim, link.id)).toEqual(before)
  expect((await snapshot(stranger, link.id)).slice(1)).toEqual([[], [], [], [], []])
})
