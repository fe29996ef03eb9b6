import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schemaTypes, TYPES } from '../../../build/dash-schema.js'
import { createDocuments } from '../../../hosts/graphql/guard/documents.ts'
import { prepare } from '../../../hosts/graphql/guard/operation.ts'
import { schema } from '../../../hosts/graphql/schema.ts'

const FOLDER = 'hosts/dash'

const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('queries.ts'))

/** What a module calls `graphql` with. */
const textsIn = (source: string) =>
  [...source.matchAll(/graphql\(\s*(['`])(.*?)\1/gs)].map(([, , text = '']) => text.trim())

/** The documents of a module, with fragments of the module and of the ones that it imports. */
function documentsOf(file: string): string[] {
  const source = readFileSync(join(FOLDER, file), 'utf8')
  const imported = [...source.matchAll(/ from '(\.[^']*\.ts)'/g)].map(([, path = '']) =>
    join(FOLDER, dirname(file), path),
  )
  const texts = textsIn(source)
  const fragments = [...texts, ...imported.flatMap((path) => textsIn(readFileSync(path, 'utf8')))].filter((text) =>
    text.startsWith('fragment'),
  )
  return texts
    .filter((text) => !text.startsWith('fragment'))
    .map((text) => [text, ...fragments.filter((one) => text.includes(`...${one.split(' ')[1]}`))].join('\n'))
}

describe('the documents of the dashboard', () => {
  it('are of every subject that asks', () => {
    expect(FILES.map((file) => file.split('/')[0])).toEqual(
      expect.arrayContaining(['account', 'admin', 'bio', 'domains', 'links', 'settings', 'visits', 'webhooks']),
    )
  })

  it.each(FILES.flatMap((file) => documentsOf(file).map((text) => [file, text] as const)))(
    'of %s fit the schema and its limits: %s',
    async (_file, query) => {
      expect(parse(query).definitions.length).toBeGreaterThan(0)
      const prepared = await prepare(createDocuments(schema), { query, variables: examplesFor(query) } as never)
      expect('schema' in prepared ? [] : prepared.map(({ message }) => message)).toEqual([])
    },
  )

  it('the types match the schema; `npm run schema` generates them', () => {
    expect(readFileSync(TYPES, 'utf8')).toBe(schemaTypes())
  })
})

const examplesFor = (query: string) => ({
  ...EXAMPLES,
  input: INPUTS.find(([type]) => query.includes(type))?.[1],
})

const INPUTS = [
  ['UpdateShortlinkInput', { id: '1' }],
  ['CreateShortlinkInput', { target: 'https://example.com' }],
  ['UpdateAutoRefillInput', { enabled: true }],
  ['UpdateBioPageInput', { title: 'Ada' }],
] as const

/** Values of every variable, at the most that a page asks for. */
const EXAMPLES = {
  scopes: ['links:read'],
  uid: 'request',
  id: '1',
  ids: Array.from({ length: 50 }, (_, index) => String(index)),
  days: 30,
  index: 0,
  text: 'slug,target',
  date: '2026-05-01',
  disabled: true,
  take: 1000,
  skip: 0,
  links: 100,
  priceId: 'price_pro',
  label: 'laptop',
  slug: 'ada',
  title: 'Ada',
  theme: 'ocean',
  url: 'https://example.com',
  order: 1,
  old: 'old',
  new: 'new',
  name: 'Ada',
  email: 'ada@example.com',
  token: 'token',
  newPassword: 'a new password',
  password: 'engine number nine',
  shortlink: 'sale',
  block: true,
  host: 'evil.example',
  hostname: 'go.example.com',
  domainId: '1',
  target: 'https://example.com/',
  utm: { source: 'newsletter' },
  inputs: [],
  filter: {},
  now: {},
  earlier: {},
  compares: true,
  fromBefore: '2026-01-01T00:00:00Z',
  toBefore: '2026-02-01T00:00:00Z',
  from: '2026-01-01T00:00:00Z',
  to: '2026-02-01T00:00:00Z',
  hasSources: true,
  hasLocations: true,
  hasDevices: true,
  hasActivity: true,
  hasLinks: true,
  by: 'CITY',
  sources: 'REFERRER',
  locations: 'COUNTRY',
  devices: 'DEVICE',
  activity: 'HOUR_OF_WEEK',
  places: 100,
  hours: 168,
  interval: 'DAY',
  webhook: { url: 'https://example.com/hook', events: ['link.created'] },
  changes: { enabled: true },
  addresses: [],
  event: 'link.created',
}
