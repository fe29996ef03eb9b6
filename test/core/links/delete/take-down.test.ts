import { createApp, createLink, getLink, operator, setLinkDisabled } from '@shortlink/core'
import { aDomain } from '@shortlink/core/contracts'
import { deleteAnyLink, findAnyLink, type LinkAddress } from '@shortlink/core/host'
import { expect, it } from 'vitest'
import { newWebhook } from '../../../../core/contracts/samples.ts'
import { newUser, testPorts } from '../../../support/ports.ts'

const ours = { slug: 'ours' }
const theirs = { slug: 'theirs', host: 'GO.example.com' }
const missing = (what: string) => ({ type: 'not-found', what })

async function setUp() {
  const ports = testPorts()
  const [app, owner] = [createApp(ports), await newUser(ports)]
  const domain = aDomain(owner.userId, { hostname: 'go.example.com', verified: true, verifiedAt: ports.clock.now() })
  await ports.store.domains.insert(domain)
  const create = async (slug: string, domainId?: string) =>
    (await app.run(createLink, owner, { target: 'https://example.com/', slug, domainId }))._unsafeUnwrap()
  const links = { ours: await create('ours'), theirs: await create('theirs', domain.id) }
  return { ports, app, owner, links }
}

it.each<[string, LinkAddress, 'ours' | 'theirs']>([
  ['the service’s own host', ours, 'ours'],
  ['a custom domain in any case', theirs, 'theirs'],
])('an operator closes a link on %s to visitors, and opens it again', async (_place, address, which) => {
  const { ports, app, links } = await setUp()
  const { id } = (await findAnyLink(ports, address))._unsafeUnwrap()
  const disable = (disabled: boolean) => app.run(setLinkDisabled, operator, { id, disabled })
  expect((await disable(true))._unsafeUnwrap()).toMatchObject({ id: links[which].id, disabled: true })
  expect((await disable(false))._unsafeUnwrap()).toMatchObject({ id: links[which].id, disabled: false })
})

it('an operator deletes a link of any owner', async () => {
  const { app, owner, links } = await setUp()
  expect((await app.run(deleteAnyLink, operator, { id: links.theirs.id }))._unsafeUnwrap().id).toBe(links.theirs.id)
  expect((await app.run(getLink, owner, { id: links.theirs.id }))._unsafeUnwrapErr()).toEqual(missing('Shortlink'))
  expect((await app.run(getLink, owner, { id: links.ours.id })).isOk()).toBe(true)
})

it('the webhooks of its owner get the event of a link that an operator deletes', async () => {
  const { ports, app, owner, links } = await setUp()
  const { id } = await newWebhook(ports.store, { owner: owner.userId, events: ['link.deleted'] })
  await app.run(deleteAnyLink, operator, { id: links.ours.id })
  const [delivery] = await ports.store.deliveries.claim(
    [{ webhook: id, limit: 1 }],
    ports.clock.now(),
    ports.clock.now(),
  )
  expect(delivery?.event).toMatchObject({ type: 'link.deleted', link: { id: links.ours.id, slug: 'ours' } })
})

it.each<[string, LinkAddress, string]>([
  ['an unknown slug', { slug: 'unknown' }, 'Shortlink'],
  ['a slug of another host', { slug: 'theirs' }, 'Shortlink'],
  ['a host that is no domain', { slug: 'ours', host: 'other.example.com' }, 'Domain'],
  ['a host that is no hostname', { slug: 'ours', host: 'no host/' }, 'Domain'],
])('an operator who names %s gets not-found, and nothing changes', async (_name, address, what) => {
  const { ports, app, owner, links } = await setUp()
  expect((await findAnyLink(ports, address))._unsafeUnwrapErr()).toEqual(missing(what))
  const unknown = await app.run(deleteAnyLink, operator, { id: owner.userId })
  expect(unknown._unsafeUnwrapErr()).toEqual(missing('Shortlink'))
  for (const { id } of Object.values(links))
    expect((await app.run(getLink, owner, { id }))._unsafeUnwrap().disabled).toBe(false)
})
