import type { Result } from '@modelcontextprotocol/sdk/types.js'
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { SERVER_INFO } from './server-info.ts'

/** How long clients may keep a list of tools or resources, in milliseconds; they depend on the key, so only privately. */
const LIST_TTL_MS = 60_000

/** Results that clients may cache. */
const CACHED: Readonly<Record<string, number>> = {
  'server/discover': 0,
  'tools/list': LIST_TTL_MS,
  'resources/list': LIST_TTL_MS,
  'resources/templates/list': LIST_TTL_MS,
  'resources/read': 0,
}

/** The members that the modern era adds to the result of a method, or replaces in it. */
export function modernMembers(method: string, result: Result, version: string) {
  const ttlMs = CACHED[method]
  return {
    resultType: 'complete',
    ...(ttlMs !== undefined && { ttlMs, cacheScope: 'private' }),
    ...(isFailure(result) && { isError: true }),
    _meta: { ...result._meta, [SERVER_INFO_META_KEY]: { ...SERVER_INFO, version } },
  }
}

/** Whether a tool failed with `{error}`. Sessions mark no errors, since clients of that era read the text. */
const isFailure = ({ structuredContent }: Result): boolean =>
  typeof structuredContent === 'object' && structuredContent !== null && 'error' in structuredContent
