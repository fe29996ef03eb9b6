import {
  ANNOTATIONS_PER_ACCOUNT,
  annotations,
  createAnnotation,
  createApp,
  createLink,
  deleteAnnotation,
  deleteLink,
  updateAnnotation,
} from '@shortlink/core'
import { expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

async function setUp() {
  const ports = testPorts()
  const app = createApp(ports)
  const caller = await newUser(ports)
  const create = (input: object) =>
    app.run(createAnnotation, caller, { date: '2026-05-01', text: 'Newsletter', ...input })
  const fault = async (input: object) => (await create(input))._unsafeUnwrapErr()
  const list = async (input: object = {}) => (await app.run(annotations, caller, input))._unsafeUnwrap()
  return { ports, app, caller, create, fault, list }
}

it('an annotation has a calendar day that exists and a text of 1 to 80 characters', async () => {
  const { create, fault, list } = await setUp()
  const annotation = (await create({ text: ' Newsletter ' }))._unsafeUnwrap()
  expect(annotation).toMatchObject({ linkId: null, date: '2026-05-01', text: 'Newsletter' })
  const message = 'date must be a calendar day, such as 2026-05-01'
  for (const date of ['2026-02-30', '2026-5-1', '2026-05-01T00:00:00Z', '', 5])
    expect(await fault({ date })).toEqual({ type: 'invalid-input', path: 'date', message })
  expect(await fault({ text: '  ' })).toMatchObject({ path: 'text', message: 'text must not be empty' })
  const tooLong = { path: 'text', message: 'text must have at most 80 characters' }
  expect(await fault({ text: 'x'.repeat(81) })).toMatchObject(tooLong)
  ;(await create({ text: 'x'.repeat(80), date: '2024-02-29' }))._unsafeUnwrap()
  expect(await list()).toHaveLength(2)
  expect(await list({ fromDate: '2026-01-01' })).toEqual([annotation])
})

it('its link must be one of the caller, and takes its annotations with it', async () => {
  const { ports, app, caller, create, fault, list } = await setUp()
  const link = (await app.run(createLink, caller, { target: 'https://example.com/' }))._unsafeUnwrap()
  const annotation = (await create({ linkId: link.id }))._unsafeUnwrap()
  expect(annotation.linkId).toBe(link.id)
  const other = await newUser(ports)
  const missing = { type: 'not-found', what: 'Shortlink' }
  const stolen = { linkId: link.id, date: '2026-05-01', text: 'x' }
  expect((await app.run(createAnnotation, other, stolen))._unsafeUnwrapErr()).toEqual(missing)
  expect(await fault({ linkId: 'unknown' })).toEqual(missing)
  expect(await list({ linkId: link.id })).toEqual([annotation])
  ;(await app.run(deleteLink, caller, { id: link.id }))._unsafeUnwrap()
  expect(await list()).toEqual([])
})

it('only its owner changes or deletes an annotation', async () => {
  const { ports, app, caller, create, list } = await setUp()
  const { id } = (await create({}))._unsafeUnwrap()
  const other = await newUser(ports)
  const missing = { type: 'not-found', what: 'Annotation' }
  expect((await app.run(updateAnnotation, other, { id, text: 'x' }))._unsafeUnwrapErr()).toEqual(missing)
  expect((await app.run(deleteAnnotation, other, { id }))._unsafeUnwrapErr()).toEqual(missing)
  expect((await app.run(updateAnnotation, caller, { id, date: '2026-13-01' }))._unsafeUnwrapErr()).toMatchObject({
    path: 'date',
  })
  const changed = (await app.run(updateAnnotation, caller, { id, date: '2026-05-02' }))._unsafeUnwrap()
  expect(await list()).toEqual([changed])
  expect(changed).toMatchObject({ id, date: '2026-05-02', text: 'Newsletter' })
  ;(await app.run(deleteAnnotation, caller, { id }))._unsafeUnwrap()
  expect(await list()).toEqual([])
})

it('an account has a maximum number of annotations', async () => {
  const { create, fault, list } = await setUp()
  for (let n = 0; n < ANNOTATIONS_PER_ACCOUNT; n++) (await create({}))._unsafeUnwrap()
  expect(await fault({})).toMatchObject({
    message: 'An account can have at most 500 annotations; delete one first',
  })
  expect(await list()).toHaveLength(ANNOTATIONS_PER_ACCOUNT)
})
