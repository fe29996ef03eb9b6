import { createApp, createLink, type DomainEvent, getLink, type Link, type User, updateLinks } from '@shortlink/core'
import { newUser, type TestPorts, testPorts } from './ports.ts'

const target = 'https://example.com/'

/** Creates an account that creates and changes links by use cases. */
export async function linkOwner(ports: TestPorts = testPorts()) {
  const [app, caller] = [createApp(ports), await newUser(ports)]
  const create = async (raw: object = {}, by: User = caller) =>
    (await app.run(createLink, by, { target, ...raw }))._unsafeUnwrap()
  /** Returns the link after the changes, or the error. */
  const update = async (raw: object) => {
    const [item] = (await app.run(updateLinks, caller, { inputs: [raw] }))._unsafeUnwrap()
    return item?.value ?? item?.error
  }
  const read = async ({ id }: Pick<Link, 'id'>) => (await app.run(getLink, caller, { id }))._unsafeUnwrap()
  return { ports, app, caller, create, update, read, events: () => eventsOf(ports, caller) }
}

/** Returns the queued events for the webhooks of the account. */
async function eventsOf({ store, clock }: TestPorts, { userId }: User): Promise<DomainEvent[]> {
  const webhooks = await store.webhooks.list(userId)
  const requests = webhooks.map(({ id }) => ({ webhook: id, limit: 100 }))
  return (await store.deliveries.claim(requests, clock.now(), clock.now() + 1)).map(({ event }) => event)
}
