import { createApp, exportHits, onBehalfOf } from '@shortlink/core'
import { aHit, newLink, newOwner } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'
import { testPorts } from '../../support/ports.ts'

const NOON = Date.UTC(2026, 0, 1, 12)

async function fixture() {
  const ports = testPorts()
  const owner = await newOwner(ports.store)
  const [link, other] = [await newLink(ports.store, { owner }), await newLink(ports.store, { owner })]
  const hits = [aHit(link.id, { at: NOON }), aHit(other.id, { at: NOON + 1000 }), aHit(link.id, { at: NOON + 2000 })]
  await ports.store.hits.record(hits)
  const app = createApp(ports)
  const run = (input: object) => app.run(exportHits, onBehalfOf(owner), input)
  return {
    ports,
    link,
    hits,
    run,
    idsOf: async (input: object) => (await run(input))._unsafeUnwrap().map(({ hit }) => hit.id),
  }
}

describe('exporting visits', () => {
  it('visits come oldest first, from a visit or a time on, of all links or one', async () => {
    const { link, hits, idsOf } = await fixture()
    const [first, second, third] = hits.map(({ id }) => id)
    expect(await idsOf({})).toEqual([first, second, third])
    expect(await idsOf({ after: first, from: null, to: null, linkId: null })).toEqual([second, third])
    expect(await idsOf({ take: 1 })).toEqual([first])
    expect(await idsOf({ linkId: link.id })).toEqual([first, third])
    expect(await idsOf({ from: '2026-01-01T13:00:01+01:00', to: '2026-01-01T12:00:02Z' })).toEqual([second])
  })

  it.each([
    [{ after: 'x' }, 'after must be the id of a visit'],
    [{ after: '9'.repeat(19) }, 'after must be the id of a visit'],
    [{ after: 5 }, 'after must be the id of a visit'],
    [{ from: '2026-01-01' }, 'from must be an ISO 8601 date and time with its time zone, such as 2026-01-31T09:00:00Z'],
    [{ to: 'now' }, 'to must be an ISO 8601 date and time with its time zone, such as 2026-01-31T09:00:00Z'],
    [{ from: '2026-01-02T00:00:00Z', to: '2026-01-02T00:00:00Z' }, 'from must be before to'],
  ])('%j is refused', async (input, message) => {
    const { run } = await fixture()
    expect((await run(input))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', message })
  })

  it('the link of another account is not found', async () => {
    const { ports, run } = await fixture()
    const foreign = await newLink(ports.store, { owner: await newOwner(ports.store) })
    expect((await run({ linkId: foreign.id }))._unsafeUnwrapErr()).toEqual({ type: 'not-found', what: 'Shortlink' })
  })
})
