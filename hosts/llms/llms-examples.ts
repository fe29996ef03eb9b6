/** An example call of a tool in `llms-full.txt`. A test checks it against the tool's schemas. */
export interface ToolExample {
  readonly does: string
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** The result, as the JSON in its text. */
  readonly gives: unknown
}

const ID = '0199c1a2-7b1e-7c40-9d55-0a1b2c3d4e5f'
const NEW = { id: ID, hostname: null, createdAt: '2026-03-01T09:00:00.000Z' }

export const toolExamples = (baseUrl: string): readonly ToolExample[] => [
  {
    does: 'Shorten a URL with a custom slug',
    tool: 'create_shortlink',
    arguments: { target: 'https://example.com/spring-sale', slug: 'spring' },
    gives: { ...NEW, target: 'https://example.com/spring-sale', slug: 'spring', shortUrl: `${baseUrl}/spring` },
  },
  {
    does: 'Send visitors from German-speaking countries to a separate page',
    tool: 'create_shortlink',
    arguments: {
      target: 'https://example.com/en',
      rules: [{ type: 'country', value: 'DE,AT,CH', target: 'https://example.com/de' }],
    },
    gives: { ...NEW, target: 'https://example.com/en', slug: '7hVw3Kq', shortUrl: `${baseUrl}/7hVw3Kq` },
  },
  {
    does: 'Change the targets of two links, by id and by slug; the second does not exist',
    tool: 'update_shortlinks',
    arguments: {
      inputs: [
        { id: ID, target: 'https://example.com/summer-sale', title: 'Summer sale' },
        { slug: 'no-such-slug', target: 'https://example.com' },
      ],
    },
    gives: [
      { id: ID, ok: true },
      { slug: 'no-such-slug', ok: false, error: 'Shortlink not found' },
    ],
  },
  {
    does: 'Get the visits of a link, with details of the latest two',
    tool: 'get_hit_stats',
    arguments: { slug: 'spring', limit: 2 },
    gives: {
      hitCount: 2,
      hits: [
        { timestamp: '2026-03-01T09:30:00.000Z', userAgent: 'Mozilla/5.0', ip: '203.0.113.7', country: 'DE' },
        { timestamp: '2026-03-01T09:12:00.000Z', userAgent: 'curl/8.9', ip: '198.51.100.4', country: null },
      ],
      byCountry: [
        { country: 'DE', count: 1 },
        { country: 'ZZ', count: 1 },
      ],
    },
  },
  {
    does: 'Request a slug that already exists',
    tool: 'create_shortlink',
    arguments: { target: 'https://example.com', slug: 'spring' },
    gives: { error: 'Slug already exists' },
  },
]

/** An example GraphQL request in `llms-full.txt`. A test checks it against the schema. */
export interface GraphqlExample {
  readonly does: string
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

export const graphqlExamples: readonly GraphqlExample[] = [
  {
    does: 'Shorten a URL; returns the slug',
    query: 'mutation ($target: String!) { createShortlink(target: $target) }',
    variables: { target: 'https://example.com/spring-sale' },
  },
  {
    does: 'List the newest links with their visits',
    query:
      'query ($take: Int) { shortlinkConnection(take: $take) { totalCount items { id shortlink target hitCount } } }',
    variables: { take: 10 },
  },
  {
    does: 'Count the visits of the last 30 days by day and by country',
    query:
      '{ analytics { totals { hits bots visitors } series(interval: DAY) { at hits } breakdown(by: COUNTRY) { rows { label hits } } } }',
    variables: {},
  },
]
