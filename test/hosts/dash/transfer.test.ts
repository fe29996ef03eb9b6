import { describe, expect, it } from 'vitest'
import { nextTryMs } from '../../../hosts/dash/api/ask-patiently.ts'
import { ApiError } from '../../../hosts/dash/api/errors.ts'
import { batchesOf } from '../../../hosts/dash/transfer/import/batches.ts'
import { NOT_YET } from '../../../hosts/dash/transfer/import/new-link.ts'
import { addressOf, type PlanOptions, planFile, type Ready } from '../../../hosts/dash/transfer/import/plan-file.ts'
import type { OwnLink } from '../../../hosts/dash/transfer/queries.ts'
import { placeFinder } from '../../../hosts/import/places.ts'
import { shortlink } from '../../../hosts/import/programs/shortlink.ts'

const target = 'https://example.com/'

function planned(rows: readonly object[], options: Partial<PlanOptions> = {}) {
  const place = placeFinder({ mapped: new Map(), ownHosts: new Set(['sho.rt']), verified: new Set(['go.example.org']) })
  return planFile(
    { program: shortlink, rows: rows as never, total: undefined, isCsv: false },
    { place, accepted: new Set(), domainIds: new Map([['go.example.org', 'd1']]), own: new Map(), ...options },
  )
}

const present = (link: Partial<OwnLink>): PlanOptions['own'] =>
  new Map([
    [
      addressOf(null, 'a'),
      {
        id: '1',
        shortlink: 'a',
        hostname: null,
        target,
        status: 'ACTIVE',
        enabled: true,
        hasPassword: false,
        startsAt: null,
        expiresAt: null,
        maxVisits: null,
        ...link,
      },
    ],
  ])

describe('the plan of an import', () => {
  it('leaves out what the server would refuse: a slug that cannot be had or a target that is no web address', () => {
    const rows = [
      { slug: 'not ok', target },
      { slug: 'b', target: 'javascript:alert(1)' },
      { slug: 'c', target: '=cmd' },
      { slug: 'd', target },
      { slug: 'Admin', target },
      { slug: 'a', target },
    ]
    const { ready, leftOut } = planned(rows, { own: present({ target: 'https://example.com/another' }) })
    expect(ready.map(({ row }) => row)).toEqual([4])
    expect(leftOut.map(({ row, reason }) => [row, reason.kind])).toEqual([
      [1, 'slug'],
      [2, 'address'],
      [3, 'address'],
      [5, 'reserved'],
      [6, 'taken'],
    ])
  })

  it('asks for what the API takes of a link, on the domain of the account, with what is left of its limit', () => {
    const { ready, limited } = planned([
      {
        slug: 'a',
        target,
        hostname: 'go.example.org',
        rules: [{ type: 'country', value: 'DE', target, extra: 1 }],
        utm: { source: 'mail', other: 'x' },
        tags: ['spring'],
        maxVisits: 100,
        visitsLeft: 40,
        hitCount: 60,
        createdAt: '2025-01-01T00:00:00Z',
        aliases: ['b'],
      },
    ])
    expect(ready).toEqual([
      {
        row: 1,
        slug: 'a',
        target,
        input: {
          target,
          shortlink: 'a',
          domainId: 'd1',
          rules: [{ type: 'country', value: 'DE', target }],
          utm: { source: 'mail' },
          tags: ['spring'],
          maxVisits: 40,
        },
        change: undefined,
        aliases: ['b'],
        isUsedUp: false,
      },
    ])
    expect(limited).toBe(1)
  })

  it.each([[{ enabled: false }], [{ disabled: true }], [{ hasPassword: true }], [{ maxVisits: 5, visitsLeft: 0 }]])(
    'makes a link that has to be closed so that no visitor gets in before it is: %j',
    (state) => {
      const { ready, closed } = planned([{ slug: 'a', target, expiresAt: '2030-01-01T00:00:00Z', ...state }])
      expect(ready[0]?.input).toMatchObject({ startsAt: NOT_YET, expiresAt: null })
      expect(ready[0]?.change).toEqual({ enabled: false, startsAt: null, expiresAt: '2030-01-01T00:00:00.000Z' })
      expect(closed).toBe(1)
    },
  )

  it('opens a link without its password only if that is accepted', () => {
    const rows = [{ slug: 'a', target, hasPassword: true }]
    expect([...planned(rows).refusing]).toEqual([['password', 1]])
    const { ready, lost } = planned(rows, { accepted: new Set(['password']) })
    expect([ready[0]?.change, [...lost]]).toEqual([undefined, [['password', 1]]])
  })

  it.each([
    [
      { slug: 'a', target, rules: 'no list' },
      { kind: 'field', field: 'rules' },
    ],
    [
      { slug: 'a', target, maxVisits: 2 ** 40 },
      { kind: 'field', field: 'maxVisits' },
    ],
    [
      { slug: '', target },
      { kind: 'field', field: 'slug' },
    ],
    [
      { slug: 7, target },
      { kind: 'field', field: 'slug' },
    ],
    [
      { slug: 'a', target, hostname: 'else.example' },
      { kind: 'lost', by: ['domain'], domain: 'else.example' },
    ],
  ])('leaves out what would make the API refuse the whole request, or leads elsewhere: %j', (row, reason) => {
    const { ready, leftOut } = planned([row])
    expect([ready, leftOut.map((link) => link.reason)]).toEqual([[], [reason]])
  })

  it('leaves out a slug that comes twice, and counts what is there already unless it is more open there', () => {
    expect(
      planned([
        { slug: 'a', target },
        { slug: 'a', target },
      ]).leftOut,
    ).toMatchObject([{ row: 2, reason: { kind: 'twice' } }])
    expect(planned([{ slug: 'a', target }], { own: present({}) })).toMatchObject({ present: 1, ready: [], leftOut: [] })
    const closed = [{ slug: 'a', target, enabled: false }]
    expect(planned(closed, { own: present({}) }).leftOut[0]?.reason).toEqual({ kind: 'open', by: ['not enabled'] })
    expect(planned(closed, { own: present({ enabled: false }) }).present).toBe(1)
  })
})

describe('the batches of an import', () => {
  const link = (input: object) => ({ input: { target, ...input } }) as Ready

  it('have at most 500 links, 100 passwords and half a MiB, and keep the order', () => {
    const sizes = (links: readonly Ready[]) => [...batchesOf(links)].map((batch) => batch.length)
    expect(sizes(Array.from({ length: 1001 }, () => link({})))).toEqual([500, 500, 1])
    expect(sizes(Array.from({ length: 250 }, (_, n) => link({ password: `secret ${n}` })))).toEqual([100, 100, 50])
    expect(sizes(Array.from({ length: 250 }, () => link({ password: 'the same' })))).toEqual([250])
    const large = Array.from({ length: 6 }, (_, n) => link({ note: 'ü'.repeat(50_000), title: `${n}` }))
    expect(sizes(large)).toEqual([5, 1])
    expect([...batchesOf(large)].flat()).toEqual(large)
    expect(sizes([])).toEqual([])
  })
})

describe('a patient request', () => {
  const error = (code: string, retryAtMs?: number) =>
    new ApiError(code, 'as the test wants it', retryAtMs === undefined ? {} : { retryAtMs })

  it('waits as long as the server says, however often, and five times for no answer; other errors end it', () => {
    expect(nextTryMs(error('RATE_LIMITED', 9_000), 100, 1_000)).toBe(9_000)
    expect(nextTryMs(error('RATE_LIMITED'), 1, 1_000)).toBe(3_000)
    expect(nextTryMs(error('OFFLINE'), 5, 1_000)).toBe(3_000)
    expect(nextTryMs(error('OFFLINE'), 6, 1_000)).toBeUndefined()
    expect(nextTryMs(error('PLAN_LIMIT'), 1, 1_000)).toBeUndefined()
    expect(nextTryMs(new TypeError('a mistake'), 1, 1_000)).toBeUndefined()
  })
})
