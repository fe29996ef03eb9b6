import { expect, it } from 'vitest'
import { schema } from '../../hosts/graphql/schema.ts'
import { ask, newAccount } from '../support/api.ts'
import { startDnsServer } from '../support/dns.ts'
import { PRICES, paymentSettings, startPaymentProvider } from '../support/payment-provider.ts'
import { startReceiver } from '../support/receiver.ts'
import { startTestServer } from '../support/server.ts'
import { type Known, STEPS, type Step } from './api-steps.ts'

/** `npm test -- test/docs/api -u` writes the page anew. */
it('docs/api.md shows every operation with what the server answers', async () => {
  const [dns, provider, receiver] = await Promise.all([startDnsServer(), startPaymentProvider(), startReceiver()])
  const server = await startTestServer({
    settings: {
      DNS_SERVERS: dns.address,
      TRUST_PROXY: '1',
      ...paymentSettings(provider),
    },
  })
  try {
    expect(STEPS.map(({ operation }) => operation).sort()).toEqual(operations())
    const other = await newAccount(server.url)
    let known = { email: 'ada@example.com', hook: receiver.url, price: PRICES.STARTER } as Known
    const shown = []
    for (const step of STEPS) {
      if (step.operation === 'verifyDomain') await publishProof(server.url, known, dns)
      const request = { query: step.query, ...(step.variables && { variables: step.variables(known) }) }
      const answer = await answerTo(server.url, step, request, step.as === 'other' ? other.token : known.token)
      known = { ...known, ...step.learn?.(answer.data) }
      shown.push({ step, request, answer })
    }
    const disguise = disguises([
      [receiver.url, 'https://hooks.example.com/shortlink'],
      [server.url, 'https://sho.rt'],
      [`http://localhost:${new URL(server.url).port}`, 'https://sho.rt'],
    ])
    const parts = shown.map((one) => section(one, disguise))
    await expect(PREFACE + parts.join('\n')).toMatchFileSnapshot('../../docs/api.md')
  } finally {
    await server.close('the page is written')
    await dns.close()
  }
})

/** Names of every query and mutation; the one that is both is shown as the query that it should be. */
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

/** Makes what differs from run to run the same: ids are numbered as they come. */
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
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, (id) =>
        numbered(id, (n) => `019b77ca-8000-7000-8000-${n.padStart(12, '0')}`),
      )
      .replaceAll(/\b\d{17,19}\b/g, (id) => numbered(id, () => '3712345678901234567'))
      .replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, (time) => (time.includes('.') ? '2026-01-01T12:00:00.000Z' : time))
      .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiJ9.…')
      .replaceAll(/sl_live_\w{32}/g, 'sl_live_…')
      .replaceAll(/(?<="last4": ")\w{4}/g, '8vQz')
      .replaceAll(/whsec_[\w+/=]+/g, 'whsec_…')
}

function section(
  { step, request, answer }: { step: Step; request: { query: string; variables?: object }; answer: object },
  disguise: (text: string) => string,
): string {
  const [name] = [step.operation]
  const field = schema.getQueryType()?.getFields()[name] ?? schema.getMutationType()?.getFields()[name]
  const block = (language: string, text: string) => `\`\`\`${language}\n${disguise(text)}\n\`\`\`\n`
  return [
    ...(step.part ? [`## ${step.part}\n`] : []),
    `### ${name}\n\n${field?.description ?? ''}${step.as === 'anonymous' ? ' Needs no credential.' : ''}\n`,
    block('graphql', request.query),
    ...(request.variables ? [block('json', JSON.stringify(request.variables, null, 2))] : []),
    `answers\n`,
    block('json', JSON.stringify(answer, null, 2)),
  ].join('\n')
}

const PREFACE = `# The GraphQL API

Every operation with a request and what the server answers. This page is written by a test that sends each request to a server, so what it
shows is what happens; ids, times and secrets are made alike. The schema answers introspection and is at \`/graphql/schema.graphql\`, with a description for every field.

Visits also leave without GraphQL, [exported and live](visits-out.md).

Requests are \`POST /graphql\` with \`Content-Type: application/json\` and a body of \`{"query": …, "variables": …}\`:

\`\`\`sh
curl https://sho.rt/graphql -H 'Content-Type: application/json' -H "x-api-key: $KEY" -d '{"query":"{ ping }"}'
\`\`\`

A credential is a session's token (\`Authorization: Bearer eyJ…\`) or an API key (\`x-api-key: sl_live_…\`, or as the bearer). Where both are
sent, the key acts if it is valid, else the token if that is. What goes wrong
is in \`errors\`, with a code in \`extensions\`: \`UNAUTHENTICATED\`, \`FORBIDDEN\`, \`BAD_USER_INPUT\`, \`NOT_FOUND\`, \`CONFLICT\`, \`PLAN_LIMIT\`,
\`RATE_LIMITED\`, \`BILLING_NOT_CONFIGURED\`, \`UPSTREAM_FAILED\`, \`GRAPHQL_PARSE_FAILED\`, \`GRAPHQL_VALIDATION_FAILED\`, \`QUERY_TOO_COMPLEX\`,
\`UNAVAILABLE\`, \`INTERNAL_SERVER_ERROR\`. \`BAD_USER_INPUT\` has the \`path\` of the argument that is
wrong where that is known, such as \`target\` or \`rules.2\`. \`GRAPHQL_VALIDATION_FAILED\`, and a request other than POST, has \`help\`: \`/llms.txt\`. \`UNAUTHENTICATED\` also has a \`reason\` when a credential was sent and refused, such as
\`The API key is not valid\`. A mutation that must not happen twice is sent with an \`Idempotency-Key\` header: the same key and request within 24
hours gets the first answer again. It is ignored without a credential, as of an anonymous
\`createShortlink\` or \`addShortlink\`, and by \`login\`, \`signup\` and \`resetPassword\`, whose answers are never stored. Of an
answer of more than 64 KiB only ids and outcomes are stored: a repeated request shows its links and pages as they are by then, and null in a
bulk answer for a link that was deleted since.

\`UNAVAILABLE\` means that the database is busy, or that the operator must make room on the disk before anything can be created; try again
later. An account has one long read (a search or another filter, an order by visits or changes, statistics of all links, \`analytics\`, or a page more
than 1000 items into a list) or one large one (visits of a link, visits by country, tags, a list with \`totalCount\` or asked for more than 20 links, all bio pages, deliveries of a webhook, \`unknownVisits\`, \`linkVisits\` of more than 2000 days of links together) under way at a time; further
ones of each kind wait, at most 1000 and for at most 3 seconds, then they are \`RATE_LIMITED\`. Of long reads two run at a time for all accounts. The
account whose long reads ran for the least time in the last minute goes first, and accounts whose long reads ran for a second or more in that minute
share one of the two places. All else runs beside them.

Lists are read page by page with \`skip\`, or with the id of the last item: \`shortlinkConnection(after:)\` and \`hits(before:)\` cost the same on each
page, and repeat and leave out nothing while links and visits come. With both, \`skip\` counts from that item. An id that is not one of the
caller's links, or not of a visit of the link, is \`NOT_FOUND\`, also after the link was deleted: to delete what is listed, ask for the first page again
each time, which has what is left. \`totalCount\` is counted when it is selected.

\`RATE_LIMITED\` comes with HTTP 429 and \`Retry-After\`, in seconds. A count past 2^31 - 1 is given as 2147483647. Each alias of a field counts against the field's limit: \`targetUrl\` and
\`getTargetByShortlink\` as redirects, \`bioPage\` as a public page, \`createShortlink\`, \`addShortlink\` and \`addShortlinkAlias\` as a request, and without a credential as one of ten
creations a minute. \`QUERY_TOO_COMPLEX\` is a query that is too large, too deep or asks for too many values, whose variables come to more than
1 MiB when each is counted as often as it is used, or whose answer passes 8 MiB. In the last case mutations that were done stay done.
A query may cost 50,000: about one for each value that it can return, 50 for each series and breakdown of \`analytics\`, and 100 for the days of each link of \`linkVisits\`. A series
counts as 366 points, and a breakdown as \`take\` rows.
An \`updateShortlinks\` of 1000 links can ask for all but their rules, which it answers for some 200 links at once.
A bulk call takes at most 100 different passwords of links: items with a further one fail. An account has 120 passwords of links hashed at once, and 60 more each minute; each alias and item counts.

`
