import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'

/** What a tool returns when it cannot do what was asked: part of its result, not an error of the protocol. */
export const Failure = z.object({ error: z.string().describe('What went wrong; nothing was changed.') })

export const failure = (error: string): CallToolResult => toResult({ error }, { error })

/** A result whose text is the JSON of a value. */
export const toResult = (json: unknown, structuredContent: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(json) }],
  structuredContent,
})
