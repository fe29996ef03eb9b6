import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { ALL_SCOPES, RULE_EXAMPLES } from '@shortlink/core'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import type { JsonSchema } from '../../../../hosts/mcp/table/json-schema.ts'
import { allTools, offerTools } from '../../../../hosts/mcp/tools/tools.ts'
import { connect } from '../client.ts'
import { openFixture } from '../fixture.ts'

/** What names a link: its id, or its slug and the hostname that it is on. */
const LINK = ['id', 'slug', 'hostname']
const KEY = 'idempotencyKey'
const DRY = 'dryRun'

/** What a link may be created with beside its target, in the order of the schema. */
const OPTIONS = [
  ...['title', 'password', 'startsAt', 'expiresAt', 'fallbackTarget', 'maxVisits', 'redirectStatus'],
  ...['forwardQuery', 'forwardPath', 'utm', 'tags', 'note', 'externalId', 'preview', 'reuse'],
]

const FILTERS = ['withoutTags', 'createdFrom', 'createdTo', 'hasRules', 'hasPassword', 'hasLimit', 'hasCampaign']

/** Every tool of the core set: its required arguments, then those that may be left out. */
const CORE: Record<string, readonly [string[], string[]]> = {
  whoami: [[], []],
  list_shortlinks: [[], ['search', 'tags', 'status', 'archived', ...FILTERS, 'limit', 'cursor']],
  get_shortlink: [[], LINK],
  create_shortlink: [['target'], ['slug', 'domainId', 'rules', ...OPTIONS, KEY, DRY]],
  update_shortlinks: [['inputs'], [KEY, DRY]],
  delete_shortlinks: [[], ['ids', 'slugs', 'hostname', KEY, DRY]],
  get_hit_stats: [[], [...LINK, 'cursor', 'limit']],
  add_domain: [['hostname'], [KEY, DRY]],
  verify_domain: [['id'], []],
  list_domains: [[], ['limit', 'cursor']],
  delete_domain: [['id'], [DRY]],
  get_qr_code: [[], [...LINK, 'domainId', 'format', 'size', 'ecc', 'margin', 'color', 'bgColor']],
  create_webhook: [
    ['url', 'events'],
    [KEY, DRY],
  ],
  list_webhooks: [[], ['limit', 'cursor']],
  delete_webhook: [['id'], [DRY]],
  create_bio_page: [['slug'], ['theme', 'title', 'text', 'pictureUrl', 'colors', KEY, DRY]],
  add_bio_link: [
    ['bioPageId', 'url'],
    ['label', 'order', KEY, DRY],
  ],
  list_bio_pages: [[], ['limit', 'cursor']],
  get_subscription: [[], []],
  get_usage: [[], []],
}

const TAGS: typeof CORE = {
  list_tags: [[], []],
  update_tag: [['id'], ['name', 'color', DRY]],
  delete_tag: [['id'], [DRY]],
  add_alias: [
    ['id', 'slug'],
    [KEY, DRY],
  ],
  remove_alias: [['id', 'slug'], [DRY]],
}

const ANALYTICS: typeof CORE = {
  get_analytics: [
    [],
    [
      'linkIds',
      'slugs',
      'hostname',
      'tags',
      'from',
      'to',
      'timeZone',
      'bots',
      'interval',
      'breakdowns',
      'take',
      'full',
    ],
  ],
}

const AUDIT: typeof CORE = {
  list_audit_entries: [[], ['take', 'cursor', 'action', 'actor', 'targetId', 'from', 'to']],
}

it.each([
  ['core', CORE],
  ['tags', TAGS],
  ['analytics', ANALYTICS],
  ['audit', AUDIT],
] as const)('the toolset %s has the tools of the contract with their arguments, and no others', (name, contract) => {
  const offered = offerTools([name])
    .listFor(ALL_SCOPES)
    .tools.map(({ name, inputSchema }) => {
      const { required = [], properties = {} } = inputSchema
      return [name, [required, Object.keys(properties).filter((property) => !required.includes(property))]]
    })
  expect(Object.fromEntries(offered)).toEqual(contract)
})

it.each(allTools.map(({ listed }) => listed))('the tool $name has a title, description and annotations', (listed) => {
  expect(listed.title).toMatch(/^[A-Z]/)
  expect(listed.description?.length).toBeGreaterThan(30)
  expect(listed.annotations).toEqual({
    readOnlyHint: /^(whoami|get_|list_)/.test(listed.name),
    destructiveHint: /^(update|delete|remove)_/.test(listed.name),
    idempotentHint: expect.any(Boolean),
    openWorldHint: expect.any(Boolean),
  })
})

const SHOWN_OUTPUT = /Returns|Read one link/

it.each(allTools.map(({ listed }) => listed))(
  'the description of $name has its results and a valid example',
  (listed) => {
    const { description = '', inputSchema } = listed
    expect(description).toMatch(SHOWN_OUTPUT)
    const example = JSON.parse(/Example: (\{.*\})$/.exec(description)?.[1] ?? '')
    expect(new AjvJsonSchemaValidator().getValidator(inputSchema as object)(example).valid).toBe(true)
  },
)

/** The schemas of a tool's arguments, with their paths. */
function* schemasOf(schema: JsonSchema, path = ''): Generator<readonly [string, JsonSchema]> {
  yield [path, schema]
  if (schema.items) yield* schemasOf(schema.items, `${path}[]`)
  for (const [name, property] of Object.entries(schema.properties ?? {})) yield* schemasOf(property, `${path}.${name}`)
}

it.each(allTools.map(({ listed }) => listed))(
  'the arguments of $name have schemas that every model host accepts',
  (listed) => {
    for (const [path, schema] of schemasOf(listed.inputSchema as JsonSchema)) {
      const { type, description, format, ...rest } = schema as JsonSchema & { format?: string }
      expect(type, path).toMatch(/^(object|array|string|integer|number|boolean)$/)
      expect(['date-time', undefined], path).toContain(format)
      for (const keyword of ['$ref', 'anyOf', 'oneOf', 'allOf', 'not', 'const'])
        expect(rest, path).not.toHaveProperty(keyword)
      if (path !== '' && !path.endsWith(']')) expect(description, path).toMatch(/^.{4,}\.$/)
    }
    expect(listed).not.toHaveProperty('outputSchema')
  },
)

it('the list of tools of the core set takes at most 4,500 tokens of o200k', () => {
  expect(countTokens(JSON.stringify(offerTools(['core']).listFor(ALL_SCOPES)))).toBeLessThanOrEqual(4500)
})

it('the schema of create_shortlink lists the types of rules, each with an example that a first call can use', async () => {
  const { url, newUser } = await openFixture()
  const { client, call } = await connect(url, (await newUser()).key)
  const { inputSchema } = (await client.listTools()).tools.find(isCreateShortlink) as unknown as Listed
  const { type, value } = inputSchema.properties.rules.items.properties
  const types = type.enum as (keyof typeof RULE_EXAMPLES)[]
  expect(types).toHaveLength(18)
  for (const type of types) {
    const example = RULE_EXAMPLES[type]
    expect(value.description).toContain(`${type} ${example}`)
    const rule = { type, value: example, target: 'https://example.com/there' }
    expect(await call('create_shortlink', { target: 'https://example.com', rules: [rule] })).toHaveProperty('shortUrl')
  }
  const unknown = { type: 'weather', value: 'rain', target: 'https://example.com' }
  const { error } = await call('create_shortlink', { target: 'https://example.com', rules: [unknown] })
  expect(error).toBe(`rules[0]: type must be one of ${types.join(', ')}`)
})

const isCreateShortlink = ({ name }: { name: string }) => name === 'create_shortlink'

interface Listed {
  readonly inputSchema: RulesSchema
}

interface RulesSchema {
  readonly properties: {
    readonly rules: { items: { properties: Record<'type' | 'value', { enum?: string[]; description: string }> } }
  }
}
