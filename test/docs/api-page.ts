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
      const request = { query: step.query, ...(step.variables && { variables: step.variables(known) }) }
      const tokens = { session: known.token, other: other.token, admin: admin.token, anonymous: '' }
      const token = tokens[step.as ?? 'session']
      const example = () =>
        restExample(createClient({ baseUrl: server.url, token }), step.operation, { ...request.variables }, known)
      const before = isRead(step.operation) ? undefined : await example()
      const answer = await answerTo(server.url, step, request, token)
      known = { ...known, ...step.learn?.(answer.data) }
      shown.push({ step, request, answer, rest: before ?? (isRead(step.operation) ? await example() : undefined) })
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

async function answerTo(
  url: string,
  step: Step,
  { query, variables = {} }: { query: string; variables?: object },
  token: string,
) {
  const headers = {
    'x-forwarded-for': '1.1.1.1',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    ...(step.as !== 'anonymous' && { authorization: `Bearer ${token}` }),
  }
  for (;;) {
    const { data, errors } = await ask(url, query, variables, headers)
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
      .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiJ9.…')
      .replaceAll(/sl_live_\w{32}/g, 'sl_live_…')
      .replaceAll(/(?<=invite=|"code": ?")\w{32}/g, '4fWx…')
      .replaceAll(/(?<="last4": ")\w{4}/g, '8vQz')
      .replaceAll(/(?<=dash\/shared\/|"token": ?")[\w-]{22}/g, 'Zr8q…')
      // A server borrows visits of a limit from the store, and returns the rest later.
      .replaceAll(/(?<="visitsLeft": ?)9\d\d/g, '999')
      .replaceAll(/whsec_[\w+/=]+/g, 'whsec_…')
}

/** Prints objects and arrays on one line where they fit into the width of the page. */
function printJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const members = Object.entries(value).map(
    ([name, member]) => `${isList ? '' : `"${name}": `}${printJson(member, `${indent}  `)}`,
  )
  const line = `${open}${members.join(', ')}${close}`
  if (!line.includes('\n') && indent.length + line.length <= 110) return line
  return `${open}\n${members.map((member) => `${indent}  ${member}`).join(',\n')}\n${indent}${close}`
}

interface Shown {
  readonly step: Step
  readonly request: { readonly query: string; readonly variables?: object }
  readonly answer: object
  readonly rest: RestExample | undefined
}

function section({ step, request, answer, rest }: Shown, disguise: (text: string) => string): string {
  const [name] = [step.operation]
  const field = schema.getQueryType()?.getFields()[name] ?? schema.getMutationType()?.getFields()[name]
  const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`
  // Replaced before printing: the layout must not depend on the length of tokens and ports.
  const json = (value: object) => block('json', printJson(JSON.parse(disguise(JSON.stringify(value, null, 2)))))
  return [
    ...(step.part ? [`## ${step.part}\n`] : []),
    `### ${name}\n\n${field?.description ?? ''}${step.as === 'anonymous' ? ' Needs no credential.' : ''}\n`,
    ...(rest
      ? [
          block('http', disguise(`${rest.method} /api/v1${rest.path}`)),
          ...(rest.body ? [json(rest.body)] : []),
          `Response: ${rest.answer.status}${rest.answer.json === '' ? ' without a body' : ''}\n`,
          ...(rest.answer.json === '' ? [] : [json(rest.answer.json)]),
          'GraphQL:\n',
        ]
      : []),
    block('graphql', disguise(request.query)),
    ...(request.variables ? [json(request.variables)] : []),
    'Response:\n',
    json(answer),
  ].join('\n')
}

const PREFACE = `# REST and GraphQL operations

Each operation in REST, if it has one, then in GraphQL, with request and response. A test writes this page by sending the requests to a server; it then replaces ids, times and
secrets with fixed ones. In REST it sends writes as dry runs, so that the same write in GraphQL does the work. Errors, headers and lists of REST are described in [REST API](rest.md);
the sections up to [Accounts](#accounts) are about GraphQL.

The schema is at \`/graphql/schema.graphql\` and by introspection, with a description of every field. To export visits or stream them live, see
[Export and stream visits](visits-out.md).

## Send a request

Send \`POST /graphql\` with \`Content-Type: application/json\` and the body \`{"query": …, "variables": …}\`:

\`\`\`sh
curl https://sho.rt/graphql -H 'Content-Type: application/json' -H "x-api-key: $KEY" -d '{"query":"{ ping }"}'
\`\`\`

\`GET /graphql?query=…&variables=…\` executes queries, but no mutations (405), and ignores the dashboard's session.

Automatic persisted queries are not supported: the response to a hash without the query is Apollo's error \`PersistedQueryNotSupported\`, with status 200, so that
clients send the query. With a query, the server ignores the hash.

Authenticate with a session token (\`Authorization: Bearer eyJ…\`) or an API key (\`x-api-key: sl_live_…\`, or as the bearer token). If a request has both, a valid key takes
precedence; otherwise the token is used.

## Errors

Errors are in \`errors\`, with a code in \`extensions\`: \`UNAUTHENTICATED\`, \`FORBIDDEN\`, \`BAD_USER_INPUT\`, \`NOT_FOUND\`, \`CONFLICT\`, \`PLAN_LIMIT\`,
\`RATE_LIMITED\`, \`BILLING_NOT_CONFIGURED\`, \`UPSTREAM_FAILED\`, \`GRAPHQL_PARSE_FAILED\`, \`GRAPHQL_VALIDATION_FAILED\`, \`QUERY_TOO_COMPLEX\`,
\`PERSISTED_QUERY_NOT_SUPPORTED\`, \`UNAVAILABLE\`, \`INTERNAL_SERVER_ERROR\`. Some have details:

- \`BAD_USER_INPUT\`: the \`path\` of the invalid argument if known, such as \`target\` or \`rules.2\`.
- \`UNAUTHENTICATED\`: a \`reason\` if the request had a credential, such as \`The API key is not valid\`.
- \`GRAPHQL_VALIDATION_FAILED\`, and HTTP methods that are not allowed: \`help\`, which is \`/llms.txt\`.
- \`RATE_LIMITED\`: HTTP status 429 and \`Retry-After\` in seconds.
- \`UNAVAILABLE\`: the database is busy, or creation has stopped until the operator frees disk space. Retry later.

## Idempotency keys

Send an \`Idempotency-Key\` header with a mutation to retry it safely. The same key and request within 24 hours returns the first response. The server ignores the key
without a credential (as for an anonymous \`createShortlink\` or \`addShortlink\`) and for \`login\`, \`signup\`, \`resetPassword\` and \`adminCreateResetLink\`, whose responses it never stores.
Of a response over 64 KiB it stores only ids and outcomes. A retry then returns the current links and pages, and null in a bulk response for links deleted since.

## Dry runs

Send a \`Dry-Run: true\` header with a mutation to see its result without doing it. The server does the work in a transaction and undoes it: the response has the same data and
errors, \`"extensions": {"dryRun": true}\` and the header \`Dry-Run: true\`. Nothing is stored, sent or delivered, and an \`Idempotency-Key\` is ignored. Rate limits count.

- New secrets are placeholders that never work.
- Each mutation of a document is tried alone, without the changes of the ones before it.
- Some calls are \`BAD_USER_INPUT\`, such as \`A checkout cannot be tried without doing it\`: \`login\`, \`signup\`, \`logout\`, \`resetPassword\`, \`verifyDomain\`, \`sendTestEvent\`,
  \`createCheckoutSession\`, \`createPortalSession\`, \`targetUrl\` and \`getTargetByShortlink\`.
- Other queries ignore the header. A value other than \`true\` and \`false\` is refused with status 400.

## Pagination

Page through lists with \`skip\`, or with the id of the last item: \`shortlinkConnection(after:)\` and \`hits(before:)\`. With an id each page costs the same, and new links or visits cause
neither duplicates nor gaps. With both, \`skip\` counts from that item. The id of a deleted link, or of another account's link or visit, is \`NOT_FOUND\`. To delete all
listed links, request the first page again after each deletion. \`totalCount\` is computed only if selected. Counts above 2^31 - 1 are returned as 2147483647.

## Limits

**Query size.** \`QUERY_TOO_COMPLEX\` means that the query is too large or too deep, costs over 50,000, has over 1 MiB of variables (counted once per use) or returns over 8 MiB. In the last
case its mutations have taken effect. A query costs about one per value it can return, plus 50 per series or breakdown of \`analytics\` and 100 per link of \`linkVisits\`. A
series counts as 366 points, a breakdown as \`take\` rows. An \`updateShortlinks\` of 1000 links can select every field except rules; with rules, about 200 links.

**Aliased fields.** Each alias of a field counts toward that field's rate limit. \`targetUrl\` and \`getTargetByShortlink\` count as redirects, \`bioPage\` as a public page,
and \`createShortlink\`, \`addShortlink\` and \`addShortlinkAlias\` as requests. Without a credential, each creation also counts toward ten per minute.

**Concurrent reads.** An account runs one *long* and one *large* read at a time. Up to 1000 more of each kind wait for at most 3 seconds, then fail with \`RATE_LIMITED\`.
Other requests are not affected.

- Long: search or another filter, sorting by visits or changes, statistics of all links, \`analytics\`, pages beyond the 1000th item.
- Large: visits of a link, visits by country, tags, a list with \`totalCount\` or more than 20 links, all bio pages, deliveries of a webhook, \`unknownVisits\`, \`linkVisits\` of more than 2000 link days.

Two long reads run at a time for all accounts. The account with the least long-read time in the last minute goes first. Accounts with a second or more in that minute share one of the two places.

**Link passwords.** A bulk call accepts at most 100 different link passwords; items with another one fail, each with its own message. Per server, an account can have 120 link passwords hashed at once, then
60 per minute; each alias and item counts. Above that, a call changes nothing and fails with \`RATE_LIMITED\`. Retries with an idempotency key and updates of other accounts' links do not count.

`
