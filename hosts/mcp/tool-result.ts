import type { CallToolResult, ImageContent } from '@modelcontextprotocol/sdk/types.js'

/** What a tool returns when it cannot do what was asked: part of its result, not an error of the protocol. */
export const failure = (error: string): CallToolResult => toResult({ error }, { error })

/** A result whose text is the JSON of a value. */
export const toResult = (
  json: unknown,
  structuredContent: Record<string, unknown>,
  pictures: readonly ImageContent[] = [],
): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(json) }, ...pictures],
  structuredContent,
})
