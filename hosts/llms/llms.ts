import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql'
import { byMethod, type RouteTable } from '../http/route-table.ts'
import { lazily } from '../kit/lazily.ts'
import type { Tool } from '../mcp/table/declare-tool.ts'
import { TOOLSET_NAMES, type ToolsetName } from '../mcp/toolset-names.ts'
import { graphqlExamples, type ToolExample, toolExamples } from './llms-examples.ts'

interface LlmsParts {
  readonly baseUrl: string
  /** The public MCP URL; undefined when MCP is disabled. */
  readonly mcpUrl: string | undefined
  /** Called at the first request, so that a server that only redirects never loads the schema. */
  readonly schema: () => Promise<GraphQLSchema>
}

/** The tools of each set. */
type Toolsets = Readonly<Record<ToolsetName, readonly Tool[]>>

interface Content extends LlmsParts {
  readonly toolsets: Toolsets
}

/**
 * `/llms.txt` and `/llms-full.txt`: descriptions of the service for language models, generated from the tool table and the GraphQL schema.
 */
export function llms(parts: LlmsParts): RouteTable {
  const page = (write: (content: Content, schema: GraphQLSchema, printed: string) => string) => {
    const written = lazily(async () => {
      const schema = await parts.schema()
      const { printSchema } = await import('graphql')
      const { TOOLSETS: toolsets } = await import('../mcp/tools/tools.ts')
      return write({ ...parts, toolsets }, schema, printSchema(schema))
    })
    return byMethod({
      async GET() {
        return markdown(await written.get())
      },
    })
  }
  return { '/llms.txt': page(overview), '/llms-full.txt': page(reference) }
}

const markdown = (body: string) =>
  new Response(body, {
    headers: { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })

function overview({ baseUrl, mcpUrl, toolsets }: Content, schema: GraphQLSchema): string {
  return paragraphs([
    ...introduction(baseUrl),
    ...(mcpUrl ? [mcpEndpoint(mcpUrl), ...toolLists(toolsets, mcpUrl)] : []),
    ...graphqlEndpoint(baseUrl),
    operations('Queries', schema.getQueryType()),
    operations('Mutations', schema.getMutationType()),
    '## More',
    `- Visits, with the same credentials: \`GET ${baseUrl}/api/v1/hits\` exports all visits as NDJSON, or as CSV with \`format=csv\`; \`GET ${baseUrl}/api/v1/live\` streams new visits as server-sent events`,
    `- [Full reference with schemas and examples](${baseUrl}/llms-full.txt)`,
    `- [GraphQL schema](${baseUrl}/graphql/schema.graphql)`,
  ])
}

function reference({ baseUrl, mcpUrl, toolsets }: Content, _schema: GraphQLSchema, printed: string): string {
  return paragraphs([
    ...introduction(baseUrl),
    ...(mcpUrl ? [mcpEndpoint(mcpUrl), ...toolPages(toolsets, mcpUrl), ...mcpExamples(baseUrl, mcpUrl)] : []),
    ...graphqlEndpoint(baseUrl),
    ...graphqlExamples.map(({ does, query, variables }) =>
      paragraphs([`### ${does}`, code('json', JSON.stringify({ query, variables }, null, 2))]),
    ),
    '### Schema',
    code('graphql', printed),
  ])
}

const introduction = (baseUrl: string) => [
  '# shortlink',
  '> A URL shortener: short links with tracked visits, routing rules, QR codes, link-in-bio pages, custom domains and webhooks.',
  `Short links live at \`${baseUrl}/<slug>\` and respond with a 302 redirect. API keys begin with \`sl_live_\`; create one with the GraphQL ` +
    'mutation `createApiKey`. Callers can read and change only their own records.',
]

const mcpEndpoint = (mcpUrl: string) =>
  paragraphs([
    '## MCP',
    `Endpoint: \`${mcpUrl}\` (Streamable HTTP). Send the API key with every request, as \`x-api-key\` or \`Authorization: Bearer\`. ` +
      'Tools return JSON as text; a failed call returns `{"error": "…"}`. Identify a link by its id or by its slug, with `hostname` ' +
      'for a slug on a custom domain. To retry a call safely, send an `idempotencyKey` as an argument or in `_meta`: a repeated call with ' +
      'the same key returns the first result. To see the result of a write without doing it, send `dryRun: true`. Resources: `shortlink://list` and `shortlink://{id}`.',
  ])

/** The heading of each set of tools with its content. */
const perToolset = (toolsets: Toolsets, mcpUrl: string, write: (tools: readonly Tool[]) => readonly string[]) =>
  TOOLSET_NAMES.flatMap((name) => [
    name === 'core' ? '### Tools' : `### Toolset \`${name}\`: offered at \`${mcpUrl}?toolsets=core,${name}\``,
    ...write(toolsets[name]),
  ])

const toolLists = (toolsets: Toolsets, mcpUrl: string) =>
  perToolset(toolsets, mcpUrl, (tools) => [
    lines(tools.map(({ listed }) => `- \`${listed.name}\`: ${listed.description}`)),
  ])

const toolPages = (toolsets: Toolsets, mcpUrl: string) =>
  perToolset(toolsets, mcpUrl, (tools) =>
    tools.map(({ listed, outputSchema }) =>
      paragraphs([
        `#### ${listed.name}`,
        listed.description ?? '',
        code('json', JSON.stringify(listed.inputSchema, null, 2)),
        'returns',
        code('json', JSON.stringify(outputSchema, null, 2)),
      ]),
    ),
  )

const mcpExamples = (baseUrl: string, mcpUrl: string) => [
  '### Examples',
  'A session with curl: the response to `initialize` contains the `Mcp-Session-Id` header for later requests.',
  code('sh', SESSION.replaceAll('MCP_URL', mcpUrl)),
  ...toolExamples(baseUrl).map(showToolExample),
]

const SESSION = `curl -i MCP_URL -H "x-api-key: $API_KEY" -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,
  "method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"curl","version":"1"}}}'
curl MCP_URL -H "x-api-key: $API_KEY" -H "mcp-session-id: $SESSION" -H 'content-type: application/json' \\
  -d '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"whoami","arguments":{}}}'`

const showToolExample = ({ does, tool, arguments: args, gives }: ToolExample) =>
  paragraphs([
    `#### ${does}`,
    code('json', JSON.stringify({ method: 'tools/call', params: { name: tool, arguments: args } }, null, 2)),
    'returns',
    code('json', JSON.stringify(gives, null, 2)),
  ])

const graphqlEndpoint = (baseUrl: string) => [
  '## GraphQL',
  `Endpoint: \`POST ${baseUrl}/graphql\` with \`{"query": "…", "variables": {…}}\` as JSON. Credentials: \`Authorization: Bearer <token>\` ` +
    'from `login` or `signup`, or `x-api-key`.',
]

const operations = (title: string, type: GraphQLObjectType | null | undefined) =>
  paragraphs([`### ${title}`, lines(Object.values(type?.getFields() ?? {}).map(operation))])

function operation(field: GraphQLField<unknown, unknown>): string {
  const args = field.args.map((arg) => `${arg.name}: ${arg.type}`).join(', ')
  const deprecated = field.deprecationReason ? ` (deprecated: ${field.deprecationReason})` : ''
  const description = field.description ? `: ${field.description.replaceAll('\n', ' ')}` : ''
  return `- \`${field.name}${args && `(${args})`}: ${field.type}\`${description}${deprecated}`
}

const lines = (items: readonly string[]) => items.join('\n')
const paragraphs = (items: readonly string[]) => items.join('\n\n')
const code = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``
