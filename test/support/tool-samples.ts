import { ID_NAME, PRESENT_ALIAS } from './id-operations.ts'
import { EXCLUDED_BY_SLUGS, type JsonSchema, jsonSample } from './json-samples.ts'

/** What an MCP server says. */
export interface Said {
  readonly result: {
    readonly tools?: readonly {
      readonly name: string
      readonly inputSchema: JsonSchema
      readonly annotations: { readonly readOnlyHint: boolean }
    }[]
    readonly content?: readonly { readonly text: string }[]
    readonly structuredContent?: Readonly<Record<string, unknown>>
  }
}

/** Arguments with the id wherever the tool takes one; a tool that makes links takes a slug that is free. */
export function sampleFor(tool: string, schema: JsonSchema, id: string): object {
  if (tool.endsWith('_alias')) return { id, slug: tool === 'remove_alias' ? PRESENT_ALIAS : 'another-alias' }
  const makesLinks = schema.properties?.target !== undefined
  const known = (name: string) => {
    if (name === 'slug' && makesLinks) return `sample-${crypto.randomUUID()}`
    return ID_NAME.test(name) ? id : undefined
  }
  return jsonSample('', schema, known, makesLinks ? EXCLUDED_BY_SLUGS : undefined) as object
}

/** Whether a tool did what it was asked for, as a whole and item by item. */
export const wasDone = ({ content }: Said['result']) => {
  const given = JSON.parse(content?.[0]?.text ?? 'null')
  return Array.isArray(given) ? given.every(({ ok }) => ok !== false) : given.error === undefined
}
