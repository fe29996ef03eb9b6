import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../../hosts/graphql/schema.ts'
import type { Handler } from '../../../hosts/http/handler.ts'
import { llms } from '../../../hosts/llms/llms.ts'
import { graphqlExamples, toolExamples } from '../../../hosts/llms/llms-examples.ts'
import { findTool } from '../../../hosts/mcp/tools/tools.ts'
import { callHandler } from '../../support/call-handler.ts'
import { connect } from '../mcp/client.ts'
import { openFixture } from '../mcp/fixture.ts'

const baseUrl = 'https://sho.rt'
const parts = { baseUrl, mcpUrl: 'https://mcp.sho.rt', schema: async () => schema }

async function page(path: '/llms.txt' | '/llms-full.txt', given: Partial<Parameters<typeof llms>[0]> = {}) {
  const { status, headers, body } = await callHandler(llms({ ...parts, ...given })[path] as Handler, path)
  return { status, headers, body: body as string }
}

async function liveTools() {
  const { url, newUser } = await openFixture()
  const { client } = await connect(`${url}?toolsets=all`, (await newUser()).key)
  return (await client.listTools()).tools
}

const operations = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.keys(type?.getFields() ?? {}),
)

describe.each(['/llms.txt', '/llms-full.txt'] as const)('%s', (path) => {
  it('an llms page is markdown, cached for an hour', async () => {
    const { status, headers, body } = await page(path)
    expect(status).toBe(200)
    expect(headers).toEqual({ 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'public, max-age=3600' })
    expect(body).toMatch(/^# shortlink\n\n> /)
  })

  it('an llms page lists both endpoints, and every tool as served', async () => {
    const { body } = await page(path)
    expect(body).toContain('`https://mcp.sho.rt`')
    expect(body).toContain('`POST https://sho.rt/graphql`')
    for (const { name, description } of await liveTools()) {
      expect(body).toContain(name)
      expect(body).toContain(description)
    }
  })

  it('an llms page lists every GraphQL operation', async () => {
    const { body } = await page(path)
    expect(operations.filter((name) => !new RegExp(`\\b${name}\\b`).test(body))).toEqual([])
  })

  it('an llms page leaves MCP out when it is off', async () => {
    const { body } = await page(path, { mcpUrl: undefined })
    // The audit log has entries from before MCP was off.
    expect(body.replace(/`?GRAPHQL`?, `?MCP`?/, '').replace(/^ *MCP$/gm, '')).not.toContain('MCP')
    expect(body).not.toContain('whoami')
  })
})

describe('/llms-full.txt', () => {
  it('/llms-full.txt holds the input schema of every tool', async () => {
    const { body } = await page('/llms-full.txt')
    for (const { inputSchema } of await liveTools()) expect(body).toContain(JSON.stringify(inputSchema, null, 2))
  })

  it.each(toolExamples(baseUrl))('an example matches the tool’s schema: $does', async (example) => {
    const { listed, outputSchema } = findTool(example.tool) ?? {}
    const isValid = (schema: object | undefined, value: unknown) =>
      new AjvJsonSchemaValidator().getValidator(schema ?? {})(value).valid
    expect(isValid(listed?.inputSchema, example.arguments)).toBe(true)
    const structured = Array.isArray(example.gives) ? { results: example.gives } : example.gives
    expect(isValid(outputSchema, structured)).toBe(true)
    // Schemas of results require nothing and allow `error`, so that names are compared here.
    const named = {
      ...outputSchema?.properties,
      error: {},
      ...(example.tool === 'get_hit_stats' && { hits: {} }),
    }
    expect(Object.keys(named)).toEqual(expect.arrayContaining(Object.keys(structured as object)))
    expect((await page('/llms-full.txt')).body).toContain(example.does)
  })

  it.each(graphqlExamples)('an example matches the GraphQL schema: $does', ({ query }) => {
    expect(validate(schema, parse(query))).toEqual([])
  })
})
