import {
  addBioLink,
  addDomain,
  createApiKey,
  createApp,
  createBioPage,
  createLink,
  createLinks,
  createWebhook,
  getLink,
  importLinks,
  listLinks,
  sendTestEvent,
  signUp,
} from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../support/ports.ts'

const CREATING = {
  addBioLink,
  addDomain,
  createApiKey,
  createBioPage,
  createLink,
  createLinks,
  createWebhook,
  importLinks,
  sendTestEvent,
  signUp,
}

describe('when the disk is full', () => {
  it.each(Object.entries(CREATING))('%s is unavailable', async (_, useCase) => {
    const ports = testPorts({ capacity: { hasSpace: () => false } })
    const user = await newUser(ports)
    const refused = await createApp(ports).run(useCase as typeof createLink, user, { target: 'https://example.com/' })
    expect(refused._unsafeUnwrapErr()).toMatchObject({ type: 'unavailable', message: expect.stringContaining('full') })
  })

  it('links can still be read', async () => {
    let isFull = false
    const ports = testPorts({ capacity: { hasSpace: () => !isFull } })
    const app = createApp(ports)
    const user = await newUser(ports)
    const { id } = (await app.run(createLink, user, { target: 'https://example.com/' }))._unsafeUnwrap()
    isFull = true
    expect((await app.run(listLinks, user, {})).isOk()).toBe(true)
    expect((await app.run(getLink, user, { id }))._unsafeUnwrap().slug).toBeDefined()
  })
})
