import {
  ALL_SCOPES,
  addImportPart,
  cancelImport,
  createApp,
  createImport,
  type Import,
  latestImport,
  startImport,
  updateImport,
} from '@shortlink/core'
import { expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

async function setUp() {
  const ports = testPorts()
  const app = createApp(ports)
  const caller = await newUser(ports)
  const create = async (input: object = {}) =>
    (await app.run(createImport, caller, { name: 'links.csv', ...input }))._unsafeUnwrap()
  const add = (id: string, index: number, more: object = {}) =>
    app.run(addImportPart, caller, { id, index, text: 'slug,target\n', ...more })
  const uploaded = async (input: object = {}) => {
    const { id } = await create(input)
    return (await add(id, 0, { last: true }))._unsafeUnwrap()
  }
  /** What a server that runs the import stores. */
  const serverSets = async (record: Import, state: Import['state']) => {
    const claim = { token: 'server', until: ports.clock.now() + 60_000 }
    expect(await ports.store.imports.claim(ports.clock.now(), claim)).toBeDefined()
    expect(
      await ports.store.imports.save(record.id, claim, record.state, { state, updatedAt: ports.clock.now() }),
    ).toBe(state)
  }
  return { ports, app, caller, create, add, uploaded, serverSets }
}

const MISSING = { type: 'not-found', what: 'Import' }

it('parts are stored in order, a repeated part changes nothing, and the last one makes the preview begin', async () => {
  const { app, caller, create, add } = await setUp()
  expect((await app.run(latestImport, caller, {}))._unsafeUnwrap()).toBe(null)
  const { id, state, parts } = await create({
    program: 'bitly',
    domains: [{ from: 'a.example' }],
    acceptedLosses: null,
  })
  expect({ state, parts }).toEqual({ state: 'UPLOADING', parts: 0 })
  expect((await add(id, 1))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'index' })
  expect((await add(id, 0))._unsafeUnwrap()).toMatchObject({ state: 'UPLOADING', parts: 1 })
  expect((await add(id, 0))._unsafeUnwrap()).toMatchObject({ parts: 1, characters: 12 })
  expect((await add(id, 1, { last: true }))._unsafeUnwrap()).toMatchObject({ state: 'PLANNING', parts: 2 })
  expect((await add(id, 2))._unsafeUnwrapErr()).toMatchObject({ message: 'The file of the import is complete' })
  expect((await app.run(latestImport, caller, {}))._unsafeUnwrap()).toMatchObject({
    ...{ id, program: 'bitly', domains: [{ from: 'a.example', to: null }], acceptedLosses: [] },
  })
})

it('an import belongs to its account', async () => {
  const { ports, app, create, uploaded } = await setUp()
  const { id } = await create()
  const other = await newUser(ports)
  for (const [useCase, input] of [
    [addImportPart, { id, index: 0, text: '' }],
    [updateImport, { id }],
    [startImport, { id }],
    [cancelImport, { id }],
  ] as const)
    expect((await app.run(useCase as typeof cancelImport, other, input as never))._unsafeUnwrapErr()).toEqual(MISSING)
  expect((await app.run(latestImport, other, {}))._unsafeUnwrap()).toBe(null)
  await uploaded()
})

it('changed choices make a new preview, until the import starts', async () => {
  const { app, caller, uploaded, serverSets } = await setUp()
  const record = await uploaded()
  await serverSets(record, 'READY')
  const change = { id: record.id, program: 'csv', domains: [{ from: 'default', to: '' }], acceptedLosses: null }
  expect((await app.run(updateImport, caller, { ...change, program: null }))._unsafeUnwrap()).toMatchObject({
    ...{ state: 'PLANNING', program: null, domains: [{ from: 'default', to: '' }], acceptedLosses: [] },
  })
  expect((await app.run(updateImport, caller, { id: record.id }))._unsafeUnwrap()).toMatchObject({ state: 'PLANNING' })
  const started = (await app.run(startImport, caller, { id: record.id }))._unsafeUnwrap()
  expect(started).toMatchObject({ state: 'RUNNING', report: { created: 0 } })
  expect((await app.run(startImport, caller, { id: record.id }))._unsafeUnwrap()).toEqual(started)
  expect((await app.run(updateImport, caller, { id: record.id }))._unsafeUnwrapErr()).toMatchObject({
    message: 'The import is RUNNING; this needs PLANNING or READY or FAILED',
  })
})

it('a running import is not replaced, and a canceled one can be', async () => {
  const { app, caller, create, uploaded } = await setUp()
  const { id } = await uploaded()
  await app.run(startImport, caller, { id })
  expect((await app.run(createImport, caller, { name: 'b.csv' }))._unsafeUnwrapErr()).toMatchObject({
    message: 'An import of the account is running; cancel it first',
  })
  expect((await app.run(cancelImport, caller, { id }))._unsafeUnwrap()).toMatchObject({ state: 'CANCELED', report: {} })
  expect((await app.run(cancelImport, caller, { id }))._unsafeUnwrap()).toMatchObject({ state: 'CANCELED' })
  const next = await create()
  expect((await app.run(cancelImport, caller, { id: next.id }))._unsafeUnwrap()).toMatchObject({ report: null })
})

it('a key for target hosts imports nothing', async () => {
  const { app, caller, uploaded } = await setUp()
  const { id } = await uploaded()
  const via = { kind: 'api-key', keyId: 'key', expiresAt: null, scopes: ALL_SCOPES, targetHosts: ['example.com'] }
  const key = { ...caller, via } as unknown as typeof caller
  const denied = { type: 'permission-denied' }
  expect((await app.run(createImport, key, { name: 'a.csv' }))._unsafeUnwrapErr()).toEqual(denied)
  expect((await app.run(startImport, key, { id }))._unsafeUnwrapErr()).toEqual(denied)
})

it('a file has at most 32 MiB of characters', async () => {
  const { create, add } = await setUp()
  const { id } = await create()
  const text = 'x'.repeat(256 * 1024)
  for (let index = 0; index < 128; index++) (await add(id, index, { text }))._unsafeUnwrap()
  expect((await add(id, 128, { text }))._unsafeUnwrapErr()).toMatchObject({ path: 'text' })
})
