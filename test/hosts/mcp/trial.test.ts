import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { expect, it } from 'vitest'
import { aHit } from '../graphql/fixture.ts'
import { openFixture } from './fixture.ts'
import { connectSecond, MODERN } from './modern-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: agents look into any JSON
type Call = (tool: string, args?: object) => Promise<any>
type Task = readonly [prompt: string, (call: Call) => Promise<unknown>]

/** Twelve tasks as people give them, each as the calls of an agent that knows only what `tools/list` says. */
const TASKS: readonly Task[] = [
  [
    'Create a link /sale for https://example.com/sale that expires on Friday.',
    (call) =>
      call('create_shortlink', {
        target: 'https://example.com/sale',
        slug: 'sale',
        expiresAt: '2026-01-02T23:59:59Z',
      }),
  ],
  [
    'Which country visited /sale most last week?',
    (call) =>
      call('get_analytics', {
        slugs: ['/sale'],
        from: '2025-12-22T00:00:00Z',
        to: '2025-12-29T00:00:00Z',
        breakdowns: ['COUNTRY'],
        take: 1,
      }),
  ],
  [
    'Send its visitors to https://example.com/winter instead, and disable tracking.',
    async (call) => {
      await call('get_shortlink', { slug: 'sale' })
      await call('update_shortlinks', {
        inputs: [{ slug: 'sale', target: 'https://example.com/winter', enableTracking: false }],
      })
    },
  ],
  [
    'Undo it.',
    (call) =>
      call('update_shortlinks', {
        inputs: [{ slug: 'sale', target: 'https://example.com/sale', enableTracking: true }],
      }),
  ],
  ['Let it never expire.', (call) => call('update_shortlinks', { inputs: [{ slug: 'sale', clear: ['expiresAt'] }] })],
  [
    'I need a link to our app: iPhones to the App Store, everyone else to the website.',
    (call) =>
      call('create_shortlink', {
        target: 'https://example.com/app',
        slug: 'our-app',
        rules: [{ type: 'os', value: 'ios', target: 'https://apps.example.com/ours' }],
      }),
  ],
  [
    'Tag all links about the sale with "winter".',
    async (call) => {
      const found = await call('list_shortlinks', { search: 'sale' })
      await call('update_shortlinks', { inputs: found.map(({ id }: { id: string }) => ({ id, tags: ['winter'] })) })
    },
  ],
  [
    'Call that tag "Winter 2026".',
    async (call) => {
      const [tag] = await call('list_tags')
      await call('update_tag', { id: tag.id, name: 'Winter 2026' })
    },
  ],
  ['Give me a QR code of /our-app to print.', (call) => call('get_qr_code', { slug: '/our-app', format: 'svg' })],
  [
    'Use go.example.com for my links.',
    async (call) => {
      await call('add_domain', { hostname: 'go.example.com' })
      await call('get_subscription')
    },
  ],
  [
    'Notify https://example.com/hook of every new link.',
    (call) => call('create_webhook', { url: 'https://example.com/hook', events: ['link.created'] }),
  ],
  [
    'Delete /our-app, but show me first what would happen. – Yes, do it.',
    async (call) => {
      await call('delete_shortlinks', { slugs: ['our-app'], dryRun: true })
      await call('delete_shortlinks', { slugs: ['our-app'] })
      await call('get_shortlink', { slug: 'our-app' })
    },
  ],
]

/** Replaces what differs in every run, and shortens pictures. */
function createRedaction() {
  const ids = new Map<string, string>()
  const number = (id: string) => {
    const known = ids.get(id) ?? `<id ${ids.size + 1}>`
    ids.set(id, known)
    return known
  }
  return (json: unknown) =>
    JSON.stringify(json)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, number)
      .replaceAll(/whsec_[A-Za-z0-9+/=]+/g, '<secret>')
      .replaceAll(/<svg .*<\/svg>(\\n)?/g, '<svg>…</svg>')
}

it('an agent does twelve tasks by the descriptions of the tools alone', async () => {
  const { url, newUser, ports } = await openFixture()
  const { client, call } = await connectSecond(`${url}?toolsets=all`, (await newUser()).key, { mode: { pin: MODERN } })
  const { tools } = await client.listTools()
  const schemas = new AjvJsonSchemaValidator()
  const redact = createRedaction()
  const transcript: string[] = []
  let errors = 0

  const asAgent: Call = async (name, args = {}) => {
    const schema = tools.find((tool) => tool.name === name)?.inputSchema
    const { valid, errorMessage } = schemas.getValidator(schema as object)(args)
    expect(valid, `${name}: ${errorMessage}`).toBe(true)
    const result = await call(name, { ...args })
    transcript.push(`> ${name} ${redact(args)}`, redact(result))
    errors += JSON.stringify(result).includes('"error"') ? 1 : 0
    return result
  }
  for (const [prompt, doTask] of TASKS) {
    transcript.push(`\n${prompt}`)
    await doTask(asAgent)
    if (transcript.length > 3) continue
    const [link] = await call('list_shortlinks')
    const countries = ['IT', 'DE', 'IT', 'AT']
    const at = Date.UTC(2025, 11, 24)
    await ports.store.hits.record(countries.map((country) => aHit(link.id, { at, country })))
  }
  // The plan for a domain, and the link that is deleted.
  expect(errors).toBe(2)
  await expect(`${transcript.join('\n').trimStart()}\n`).toMatchFileSnapshot('trial.txt')
})
