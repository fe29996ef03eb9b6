import { addDomain, createApp, createSavedView, savedViews, updateSavedView, VIEWS_PER_ACCOUNT } from '@shortlink/core'
import { expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

async function setUp() {
  const ports = testPorts()
  const app = createApp(ports)
  const caller = await newUser(ports)
  const create = (input: object) => app.run(createSavedView, caller, { name: 'Spring', filter: {}, ...input })
  const fault = async (input: object) => (await create(input))._unsafeUnwrapErr()
  return { ports, app, caller, create, fault }
}

it('a view has a name and filters that the list accepts; unknown filters are refused by name', async () => {
  const { create, fault } = await setUp()
  const view = (
    await create({ name: ' Spring ', filter: { tags: ['a'], createdFrom: '2026-01-01T00:00:00Z' } })
  )._unsafeUnwrap()
  expect(view).toMatchObject({
    name: 'Spring',
    filter: { tags: ['a'], archived: false, createdFrom: Date.UTC(2026, 0, 1) },
    sort: 'NEWEST',
  })
  const message = expect.stringMatching(/^filter has an unknown field tag; use search, tags, .*domainId$/)
  expect(await fault({ filter: { tag: 'a' } })).toEqual({ type: 'invalid-input', path: 'filter', message })
  expect(await fault({ filter: null })).toMatchObject({ path: 'filter', message: 'filter must be an object' })
  expect(await fault({ filter: { status: 'GONE' } })).toMatchObject({ path: 'filter.status' })
  expect(await fault({ name: '  ' })).toMatchObject({ path: 'name' })
  expect(await fault({ name: 'x'.repeat(61) })).toMatchObject({ path: 'name' })
})

it('the domain of a filter must be one of the caller', async () => {
  const { ports, app, caller, create, fault } = await setUp()
  const domain = (await app.run(addDomain, caller, { hostname: 'go.example.com' }))._unsafeUnwrap()
  const view = (await create({ filter: { domainId: domain.id } }))._unsafeUnwrap()
  const other = await newUser(ports)
  expect((await app.run(createSavedView, other, { name: 'x', filter: { domainId: domain.id } })).isErr()).toBe(true)
  const missing = { type: 'not-found', what: 'Domain' }
  expect(await fault({ filter: { domainId: 'unknown' } })).toEqual(missing)
  const change = { id: view.id, filter: { domainId: 'unknown' } }
  expect((await app.run(updateSavedView, caller, change))._unsafeUnwrapErr()).toEqual(missing)
  expect((await app.run(updateSavedView, other, { id: view.id, name: 'x' }))._unsafeUnwrapErr()).toEqual({
    type: 'not-found',
    what: 'Saved view',
  })
})

it('an account has a maximum number of views', async () => {
  const { app, caller, create, fault } = await setUp()
  for (let n = 0; n < VIEWS_PER_ACCOUNT; n++) (await create({}))._unsafeUnwrap()
  expect(await fault({})).toMatchObject({
    message: 'An account can have at most 50 saved views; delete one first',
  })
  expect((await app.run(savedViews, caller, {}))._unsafeUnwrap()).toHaveLength(VIEWS_PER_ACCOUNT)
})
