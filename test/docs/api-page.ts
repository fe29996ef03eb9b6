import { astFromValue, type GraphQLInputType, getNamedType, isEnumType, parse, print, typeFromAST } from 'graphql'
import { expect } from 'vitest'
import { schema } from '../../hosts/graphql/schema.ts'
import { administrators } from '../support/administrators.ts'
import { ask, newAccount } from '../support/api.ts'
import { startDnsServer } from '../support/dns.ts'
import { PRICES, paymentSettings, startPaymentProvider } from '../support/payment-provider.ts'
import { startReceiver } from '../support/receiver.ts'
import { startTestServer } from '../support/server.ts'
import { isRead, type RestExample, restExample } from './api-rest.ts'
import { type Known, STEPS, type Step } from './api-steps.ts'

/** Returns the content of docs/api.md: sends each request to a server, in REST through a client of the given kind. */
export async function writeApiPage(createClient: typeof import('@shortlink/client').createClient): Promise<string> {
  const [dns, provider, receiver] = await Promise.all([startDnsServer(), startPaymentProvider(), startReceiver()])
  const { configure, promote } = administrators()
  const server = await startTestServer({
    configure,
    settings: {
      DNS_SERVERS: dns.address,
      TRUST_PROXY: '1',
      ...paymentSettings(provider),
    },
  })
  try {
    expect(STEPS.map(({ operation }) => operation).sort()).toEqual(operations())
    const other = await newAccount(server.url)
    const admin = await newAccount(server.url)
    await promote(admin)
    // A job of the server stores the day soon after the start.
    const countedFrom = async () => (await other.ask('{ analytics { visitorsFrom } }')).data.analytics.visitorsFrom
    await expect.poll(countedFrom).not.toBeNull()
    let known = { email: 'ada@example.com', hook: receiver.url, price: PRICES.STARTER } as Known
    const shown = []
    for (const step of STEPS) {
      if (step.operation === 'verifyDomain') await publishProof(server.url, known, dns)
      const variables = step.variables?.(known) ?? {}
      const query = withValues(step.query, { ...variables })
      const tokens = { session: known.token, other: other.token, admin: admin.token, anonymous: '' }
      const token = tokens[step.as ?? 'session']
      const example = () =>
        restExample(createClient({ baseUrl: server.url, token }), step.operation, { ...variables }, known)
      const before = isRead(step.operation) ? undefined : await example()
      const answer = await answerTo(server.url, step, query, token)
      known = { ...known, ...step.learn?.(answer.data) }
      shown.push({ step, query, answer, rest: before ?? (isRead(step.operation) ? await example() : undefined) })
    }
    const disguise = disguises([
      [receiver.url, 'https://hooks.example.com/shortlink'],
      [server.url, 'https://sho.rt'],
      [`http://localhost:${new URL(server.url).port}`, 'https://sho.rt'],
    ])
    const parts = shown.map((one) => section(one, disguise))
    return PREFACE + parts.join('\n')
  } finally {
    await server.close('the page is written')
    await dns.close()
  }
}

/** Names of all queries and mutations, without duplicates. */
const operations = () =>
  [
    ...new Set(
      [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {})),
    ),
  ].sort()

/** Returns a query with the values of its variables in their places, without arguments that have no value. */
function withValues(query: string, variables: Readonly<Record<string, unknown>>): string {
  const [definition] = parse(query).definitions
  const definitions = (definition && 'variableDefinitions' in definition && definition.variableDefinitions) || []
  return definitions.reduce(
    (text, { variable: { name }, type }) => {
      const value = variables[name.value]
      if (value === undefined) return text.replaceAll(new RegExp(`(?:, )?\\w+: \\$${name.value}\\b`, 'g'), '')
      return text.replaceAll(
        new RegExp(`\\$${name.value}\\b`, 'g'),
        literal(value, typeFromAST(schema, type as never) as GraphQLInputType),
      )
    },
    query.replace(/^query /, '').replace(/^(\w+ )?\([^)]*\) /, '$1'),
  )
}

/** Prints a value as GraphQL. Ids stay texts, even if they are numbers. */
const literal = (value: unknown, type: GraphQLInputType) => {
  if (typeof value === 'string' && !isEnumType(getNamedType(type))) return JSON.stringify(value)
  const node = astFromValue(value, type)
  return node ? print(node).replaceAll(/\{ | \}/g, (brace) => brace.trim()) : 'null'
}

async function answerTo(url: string, step: Step, query: string, token: string) {
  const headers = {
    'x-forwarded-for': '1.1.1.1',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    ...(step.as !== 'anonymous' && { authorization: `Bearer ${token}` }),
  }
  for (;;) {
    const { data, errors } = await ask(url, query, {}, headers)
    if (!step.until || (data && step.until(data))) return errors.length > 0 ? { data, errors } : { data }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function publishProof(url: string, { token }: Known, dns: Awaited<ReturnType<typeof startDnsServer>>) {
  const { data } = await ask(url, '{ domains { hostname txtToken } }', {}, { authorization: `Bearer ${token}` })
  for (const { hostname, txtToken } of data.domains) dns.txt(`_shortlink.${hostname}`, `shortlink-verify=${txtToken}`)
}

/** Replaces values that differ between runs: ids are numbered in order of appearance. */
function disguises(names: readonly (readonly [string, string])[]) {
  const ids = new Map<string, string>()
  const numbered = (id: string, pattern: (n: string) => string) => {
    if (!ids.has(id)) ids.set(id, pattern(String(ids.size + 1)))
    return ids.get(id) as string
  }
  return (text: string) =>
    names
      .reduce((text, [from, to]) => text.replaceAll(from, to), text)
      .replaceAll(/(?<=txtToken": ")[^"]+/g, 'b3ef0f5f0a1e4d2c')
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, (id) =>
        numbered(id, (n) => `019b77ca-8000-7000-8000-${n.padStart(12, '0')}`),
      )
      .replaceAll(/\b\d{17,19}\b/g, (id) => numbered(id, () => '3712345678901234567'))
      .replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, (time) => (time.includes('.') ? '2026-01-01T12:00:00.000Z' : time))
      .replaceAll(/(?<="date": ?")20\d\d-\d\d-\d\d(?=",\s*"views")/g, '2026-01-01')
      .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiJ9.…')
      .replaceAll(/sl_live_\w{32}/g, 'sl_live_…')
      .replaceAll(/(?<=invite=|"code": ?")\w{32}/g, '4fWx…')
      .replaceAll(/(?<="last4": ")\w{4}/g, '8vQz')
      .replaceAll(/(?<=\/shared\/|token: ")[\w-]{22}(?=["?])/g, 'Zr8q…')
      // A server borrows visits of a limit from the store, and returns the rest later.
      .replaceAll(/(?<="visitsLeft": ?)9\d\d/g, '999')
      .replaceAll(/whsec_[\w+/=]+/g, 'whsec_…')
}

/** Prints objects and arrays on one line where they fit into the width of the page, and of a list of objects the first only. */
function printJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const all = Object.entries(value)
  const isCut = isList && all.length > 1 && typeof value[0] === 'object'
  const members = (isCut ? all.slice(0, 1) : all).map(
    ([name, member]) => `${isList ? '' : `"${name}": `}${printJson(member, `${indent}  `)}`,
  )
  if (isCut) members.push('…')
  const line = `${open}${members.join(', ')}${close}`
  if (!line.includes('\n') && indent.length + line.length <= 110) return line
  return `${open}\n${members.map((member) => `${indent}  ${member}`).join(',\n')}\n${indent}${close}`
}

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`

/** Shows the first error or the result of an operation: an object or list in a block, another value in a sentence, and `true` not at all. */
function response(name: string, { data, errors: [error] = [] }: Answer): string[] {
  if (error) return [`Error \`${error.extensions.code}\`: ${error.message}.\n`]
  const value = data?.[name]
  if (value === true) return []
  return typeof value === 'object' && value !== null
    ? [block('json', printJson(value))]
    : [`Returns \`${JSON.stringify(value)}\`.\n`]
}

interface Shown {
  readonly step: Step
  readonly query: string
  readonly answer: Answer
  readonly rest: RestExample | undefined
}

interface Answer {
  readonly data?: Readonly<Record<string, unknown>>
  readonly errors?: readonly Failure[]
}

interface Failure {
  readonly message: string
  readonly extensions: { readonly code: string }
}

function section({ step, query, answer, rest }: Shown, disguise: (text: string) => string): string {
  const name = step.operation
  const field = schema.getQueryType()?.getFields()[name] ?? schema.getMutationType()?.getFields()[name]
  return [
    ...(step.part ? [`## ${step.part}\n`] : []),
    `### ${name}\n\n${field?.description ?? ''}${step.as === 'anonymous' ? ' Public.' : ''}\n`,
    ...(rest
      ? [`\`${disguise(`${rest.method} ${rest.path}`)}\`${rest.status === 200 ? '' : `, ${rest.status}`}\n`]
      : []),
    block('graphql', disguise(query)),
    // Replaced before printing: the layout must not depend on the length of tokens and ports.
    ...response(name, JSON.parse(disguise(JSON.stringify(answer, null, 2)))),
  ].join('\n')
}

const PREFACE = `# REST and GraphQL operations

Each operation has its REST endpoint (under \`/api/v1\`, with the status unless it is 200), a GraphQL request and the response. Operations without a response here return \`true\`. Public operations need no credential.
A test sends the requests and writes this page; it replaces ids, times and secrets, and cuts lists after the first item.

In REST, \`shortlink\` is \`slug\`, and arguments are members of the body, except ids in the path. [REST API](rest.md) has errors, headers and lists of REST. Your server's \`/docs\`
shows every body and response, \`/graphql/schema.graphql\` every GraphQL field. The sections up to [Accounts](#accounts) are about GraphQL.

## Send a request

\`\`\`sh
curl https://sho.rt/graphql -H 'Content-Type: application/json' -H "x-api-key: $KEY" -d '{"query":"{ ping }"}'
\`\`\`

The response is \`{"data":{"ping":"pong"}}\`; examples below show only the operation's value. The body also takes \`variables\`. \`GET /graphql?query=…&variables=…\` executes queries, not mutations (405).
Automatic persisted queries get \`PersistedQueryNotSupported\`.

Authenticate with an API key (\`x-api-key: sl_live_…\`) or a session token (\`Authorization: Bearer eyJ…\`). A valid key takes precedence.

## Errors

An error in \`errors\` has a \`message\` and a code in \`extensions\`:

| code | meaning |
|---|---|
| \`UNAUTHENTICATED\` | no valid credential; \`reason\` says why one was refused |
| \`BAD_USER_INPUT\` | an invalid argument; \`path\` names it if known, such as \`rules.2\` |
| \`PLAN_LIMIT\` | the plan's links are used up |
| \`RATE_LIMITED\` | status 429; wait for the seconds in \`Retry-After\` |
| \`QUERY_TOO_COMPLEX\` | over a [limit](#limits) |
| \`UNAVAILABLE\` | the database is busy, or the disk is full; retry later |

Others: \`FORBIDDEN\`, \`NOT_FOUND\`, \`CONFLICT\`, \`GRAPHQL_PARSE_FAILED\`, \`GRAPHQL_VALIDATION_FAILED\`, \`PERSISTED_QUERY_NOT_SUPPORTED\`,
\`BILLING_NOT_CONFIGURED\`, \`UPSTREAM_FAILED\`, \`INTERNAL_SERVER_ERROR\`.

## Idempotency keys

Send an \`Idempotency-Key\` header with a mutation to retry it safely. For 24 hours, the same key and request return the first response. Calls without a credential ignore
the key, as do \`login\`, \`signup\`, \`resetPassword\` and \`adminCreateResetLink\`. After a response over 64 KiB, a retry returns the current records, and null in a bulk response
for links deleted since.

## Dry runs

Send a \`Dry-Run: true\` header with a mutation to see its result without doing it. The response has the same data or errors, \`"extensions": {"dryRun": true}\` and the header
\`Dry-Run: true\`. Nothing is stored, sent or delivered, and an \`Idempotency-Key\` is ignored. Rate limits count.

- New secrets are placeholders. Each mutation of a document runs without the changes of the ones before it.
- \`login\`, \`signup\`, \`logout\`, \`resetPassword\`, \`verifyDomain\`, \`sendTestEvent\`, \`createCheckoutSession\`, \`createPortalSession\`, \`targetUrl\` and
  \`getTargetByShortlink\` return \`BAD_USER_INPUT\`.
- Queries ignore the header. Values other than \`true\` and \`false\` return status 400.

## Pagination

Page with \`skip\`, or with the id of the last item: \`shortlinkConnection(after:)\` and \`hits(before:)\`. With an id, each page costs the same, new items cause
neither duplicates nor gaps, and \`skip\` counts from that item. An id that you cannot see is \`NOT_FOUND\`. To delete all listed links, request
the first page after each deletion. \`totalCount\` is computed only if selected. Counts above 2^31 - 1 are returned as 2147483647.

## Limits

| limit | value |
|---|---|
| cost of a query | 50,000: about one per value it can return, plus 50 per series (366 points) or breakdown (\`take\` rows) of \`analytics\`, and 100 per link of \`linkVisits\` |
| variables | 1 MiB, counted once per use |
| response | 8 MiB; beyond it the mutations of the request have taken effect |
| \`updateShortlinks\` | 1000 links, or about 200 if it selects rules |
| rate limit of a field | each alias counts; \`targetUrl\` and \`getTargetByShortlink\` count as redirects, \`bioPage\` as a public page |
| creations without a credential | ten per minute |
| long reads | one per account, two in all: search or another filter, sorting by visits or changes, \`analytics\`, statistics of all links, pages beyond the 1000th item. Accounts with the least long-read time in the last minute go first; accounts with a second or more share one of the two places |
| large reads | one per account: visits, tags, \`totalCount\`, more than 20 links, all bio pages, webhook deliveries, \`unknownVisits\`, \`linkVisits\` of over 2000 link days |
| waiting reads | 1000 of each kind per account for 3 seconds, then \`RATE_LIMITED\` |
| link passwords in a bulk call | 100 different ones; items beyond fail |
| link passwords per account and server | 120 at once, then 60 per minute, not counting retries with an idempotency key; beyond, the call changes nothing and fails with \`RATE_LIMITED\` |

`
