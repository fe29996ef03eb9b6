import { createApp, deleteAccount, disconnectApp, listConnectedApps } from '@shortlink/core'
import { findIssuerLink, linkIssuerUser } from '@shortlink/core/adapter'
import { expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ISSUER = 'https://idp.example/team'
const ADA = { issuer: ISSUER, subject: 'ada' }
const EVE = { issuer: ISSUER, subject: 'eve' }

async function service() {
  const ports = testPorts()
  const user = await newUser(ports)
  const email = (await ports.store.users.find(user.userId))?.email ?? ''
  const app = createApp(ports)
  const listed = async () => (await app.run(listConnectedApps, user, {}))._unsafeUnwrap()
  return { ports, app, user, email, listed }
}

it('a user of an issuer is linked by the email address, once, and found by its subject', async () => {
  const { ports, user, email, listed } = await service()
  expect(await findIssuerLink(ports, ADA)).toBeUndefined()
  const link = (await linkIssuerUser(ports, ADA, email.toUpperCase()))._unsafeUnwrap()
  expect(link.owner).toBe(user.owner)
  expect((await linkIssuerUser(ports, ADA, email))._unsafeUnwrap()).toEqual(link)
  expect(await findIssuerLink(ports, ADA)).toEqual(link)
  for (const other of [EVE, { ...ADA, issuer: 'https://idp.example' }])
    expect(await findIssuerLink(ports, other)).toBeUndefined()
  expect(await listed()).toMatchObject([{ id: link.id, name: 'idp.example', clientId: ISSUER, scopes: [] }])
})

it('another user with the email address, and an address without an enabled account, are refused', async () => {
  const { ports, user, email } = await service()
  await linkIssuerUser(ports, ADA, email)
  expect((await linkIssuerUser(ports, EVE, email))._unsafeUnwrapErr()).toBe('linked-to-another')
  expect((await linkIssuerUser(ports, EVE, 'missing@example.com'))._unsafeUnwrapErr()).toBe('no-account')
  expect(await findIssuerLink(ports, EVE)).toBeUndefined()
  // Of another issuer it is another user.
  expect((await linkIssuerUser(ports, { ...EVE, issuer: 'https://b.example' }, email)).isOk()).toBe(true)
  await ports.store.users.setDisabled(user.userId, 1)
  expect((await linkIssuerUser(ports, EVE, email))._unsafeUnwrapErr()).toBe('no-account')
})

it('a link lives with its use, for 90 days', async () => {
  const { ports, email, listed } = await service()
  await linkIssuerUser(ports, ADA, email)
  for (const days of [60, 60, 60]) {
    ports.clock.advance(days * DAY_MS)
    expect(await findIssuerLink(ports, ADA)).toBeDefined()
    await ports.background.drained()
    expect((await listed())[0]?.lastUsedAt).toBe(ports.clock.now())
  }
  ports.clock.advance(90 * DAY_MS)
  expect(await findIssuerLink(ports, ADA)).toBeUndefined()
  expect((await linkIssuerUser(ports, EVE, email)).isOk()).toBe(true)
  expect(await findIssuerLink(ports, ADA)).toBeUndefined()
  expect((await linkIssuerUser(ports, ADA, email))._unsafeUnwrapErr()).toBe('linked-to-another')
})

it('a removed link and a deleted account end it', async () => {
  const { ports, app, user, email } = await service()
  const { id } = (await linkIssuerUser(ports, ADA, email))._unsafeUnwrap()
  await app.run(disconnectApp, user, { id })
  expect(await findIssuerLink(ports, ADA)).toBeUndefined()
  expect((await linkIssuerUser(ports, EVE, email)).isOk()).toBe(true)
  await app.run(deleteAccount, user, {})
  expect(await findIssuerLink(ports, EVE)).toBeUndefined()
})
