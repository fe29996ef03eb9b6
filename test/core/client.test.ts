import * as core from '@shortlink/core'
import { anonymous, createApp, createClient, onBehalfOf, ShortlinkError, type UserId } from '@shortlink/core'
import { expect, it } from 'vitest'
import { newUser, testPorts } from '../support/ports.ts'

/** Only servers call these. */
const OF_SERVERS = ['addDomainOnPaidPlan', 'admitToMcp', 'applyPaymentEvent', 'permitCertificate']
const LINK = { target: 'https://example.com/', slug: 'hello' }

async function newClient() {
  const ports = testPorts()
  const { userId } = await newUser(ports)
  return createClient(createApp(ports), onBehalfOf(userId))
}

it('a client returns the outcome of a use case', async () => {
  const client = await newClient()
  const { id, slug } = await client.createLink(LINK)
  expect(slug).toBe('hello')
  expect(await client.getLink({ id })).toMatchObject(LINK)
  expect(await client.listLinks()).toMatchObject({ items: [LINK] })
})

it('a client throws an expected error with its type, data and public message', async () => {
  const client = await newClient()
  await client.createLink(LINK)
  const error = await client.createLink(LINK).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ShortlinkError)
  expect(error).toMatchObject({ name: 'ShortlinkError', type: 'slug-taken', message: 'Slug already exists' })
  await expect(client.createLink({ target: 'mailto:ada@example.com' })).rejects.toMatchObject({
    type: 'invalid-input',
    details: { path: 'target' },
  })
})

it('a safe client returns a Result instead of throwing', async () => {
  const { safe } = await newClient()
  const created = await safe.createLink(LINK)
  expect(created._unsafeUnwrap().slug).toBe('hello')
  const again = await safe.createLink(LINK)
  expect(again._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
})

it('a client acts for its caller', async () => {
  const app = createApp(testPorts())
  expect(await createClient(app, anonymous).createLink(LINK)).toMatchObject({ owner: null })
  await expect(createClient(app, anonymous).listLinks()).rejects.toMatchObject({ type: 'not-logged-in' })
  const other = createClient(app, onBehalfOf('another' as UserId))
  await expect(other.getLink({ slug: 'hello' })).rejects.toMatchObject({ type: 'not-found' })
})

it('a client repeats the outcome of an idempotency key', async () => {
  const client = await newClient()
  const create = () => client.createLink({ target: LINK.target }, { idempotencyKey: 'once' })
  expect((await create()).slug).toBe((await create()).slug)
})

it('a client has every use case that core exports for callers', async () => {
  const { safe, ...throwing } = await newClient()
  const exported = Object.entries(core).flatMap(([name, value]) =>
    typeof value === 'object' && 'access' in value && !OF_SERVERS.includes(name) ? [name] : [],
  )
  expect(Object.keys(throwing).sort()).toEqual(exported.sort())
  expect(Object.keys(safe).sort()).toEqual(exported.sort())
})
