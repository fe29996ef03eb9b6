import type { CallToolResult, ImageContent } from '@modelcontextprotocol/sdk/types.js'

/** Result of a tool that cannot do the requested work: part of its result, not an error of the protocol. */
export const failure = (error: string): CallToolResult => toResult({ error }, { error })

/** A result with the JSON of a value as text. */
export const toResult = (
  json: unknown,
  structuredContent: Record<string, unknown>,
  pictures: readonly ImageContent[] = [],
): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(json) }, ...pictures],
  structuredContent,
})
