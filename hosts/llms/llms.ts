import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql'
import { byMethod, type RouteTable } from '../http/route-table.ts'
import type { Tool } from '../mcp/declare-tool.ts'
import { TOOLSETS } from '../mcp/tools.ts'
import { TOOLSET_NAMES } from '../mcp/toolset-names.ts'
import { graphqlExamples, type ToolExample, toolExamples } from './llms-examples.ts'

interface LlmsParts {
  readonly baseUrl: string
  /** The public MCP URL; undefined when MCP is disabled. */
  readonly mcpUrl: string | undefined
  /** Called at the first request, so that a server that only redirects never loads the schema. */
  readonly schema: () => Promise<GraphQLSchema>
}

/**
 * `/llms.txt` and `/llms-full.txt`: descriptions of the service for language models, generated from the tool table and the GraphQL schema.
 */
export function llms(parts: LlmsParts): RouteTable {
  const page = (write: (parts: LlmsParts, schema: GraphQLSchema, printed: string) => string) => {
    const make = async () => {
      const schema = await parts.schema()
      const { printSchema } = await import('graphql')
      return write(parts, schema, printSchema(schema))
    }
    let written: Promise<string> | undefined
    return byMethod({
      async GET() {
        written ??= make()
        return markdown(await written)
      },
    })
  }
  return { '/llms.txt': page(overview), '/llms-full.txt': page(reference) }
}

const markdown = (body: string) =>
  new Response(body, {
    headers: { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })

function overview({ baseUrl, mcpUrl }: LlmsParts, schema: GraphQLSchema): string {
  return paragraphs([
    ...introduction(baseUrl),
    ...(mcpUrl ? [mcpEndpoint(mcpUrl), ...toolLists(mcpUrl)] : []),
    ...graphqlEndpoint(baseUrl),
    operations('Queries', schema.getQueryType()),
    operations('Mutations', schema.getMutationType()),
    '## More',
    `- Visits, with the same credentials: \`GET ${baseUrl}/api/v1/hits\` exports all as NDJSON, or as CSV by \`format=csv\`; \`GET ${baseUrl}/api/v1/live\` sends new ones as server-sent events`,
    `- [Everything, with schemas and examples](${baseUrl}/llms-full.txt)`,
    `- [The GraphQL schema](${baseUrl}/graphql/schema.graphql)`,
  ])
}

function reference({ baseUrl, mcpUrl }: LlmsParts, _schema: GraphQLSchema, printed: string): string {
  return paragraphs([
    ...introduction(baseUrl),
    ...(mcpUrl ? [mcpEndpoint(mcpUrl), ...toolPages(mcpUrl), ...mcpExamples(baseUrl, mcpUrl)] : []),
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
  `Short links live at \`${baseUrl}/<slug>\` and answer with a 302 redirect. API keys begin with \`sl_live_\` and are made by the GraphQL ` +
    'mutation `createApiKey`. A caller sees and changes its own records alone.',
]

const mcpEndpoint = (mcpUrl: string) =>
  paragraphs([
    '## MCP',
    `Endpoint: \`${mcpUrl}\` (Streamable HTTP). Send the API key with every request, as \`x-api-key\` or \`Authorization: Bearer\`. ` +
      'Tools return JSON as text; a tool that fails returns `{"error": "…"}`. A link is named by its id or by its slug, with `hostname` ' +
      'for a slug on a custom domain. Calls with an `idempotencyKey`, as an argument or in `_meta`: a repeated call with the same key ' +
      'returns the first result and does nothing twice. Resources: `shortlink://list` and `shortlink://{id}`.',
  ])

/** The heading of each set of tools with its content. */
const perToolset = (mcpUrl: string, write: (tools: readonly Tool[]) => readonly string[]) =>
  TOOLSET_NAMES.flatMap((name) => [
    name === 'core' ? '### Tools' : `### Toolset \`${name}\`: offered at \`${mcpUrl}?toolsets=core,${name}\``,
    ...write(TOOLSETS[name]),
  ])

const toolLists = (mcpUrl: string) =>
  perToolset(mcpUrl, (tools) => [lines(tools.map(({ listed }) => `- \`${listed.name}\`: ${listed.description}`))])

const toolPages = (mcpUrl: string) =>
  perToolset(mcpUrl, (tools) =>
    tools.map(({ listed }) =>
      paragraphs([
        `#### ${listed.name}`,
        listed.description ?? '',
        code('json', JSON.stringify(listed.inputSchema, null, 2)),
      ]),
    ),
  )

const mcpExamples = (baseUrl: string, mcpUrl: string) => [
  '### Examples',
  'A session by hand: the answer to `initialize` carries the `Mcp-Session-Id` that later requests send.',
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
