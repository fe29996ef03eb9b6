import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { err, ok, type Result } from 'neverthrow'
import { z } from 'zod'

/** The argument of tools that write. The instructions of the server describe it once. */
export const DryRun = z.boolean().optional()

/** Separates `dryRun` from a call's other arguments. */
export function withoutDryRun(raw: unknown, takesIt: boolean): Result<{ given: unknown; dryRun: boolean }, string> {
  if (!takesIt || typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return ok({ given: raw, dryRun: false })
  const { dryRun, ...given } = raw as { readonly dryRun?: unknown }
  if (dryRun == null) return ok({ given, dryRun: false })
  return typeof dryRun === 'boolean' ? ok({ given, dryRun }) : err('dryRun must be a boolean')
}

/** Marks the result of a dry run; its text stays the same. */
export const marked = ({ structuredContent, _meta, ...result }: CallToolResult): CallToolResult => ({
  ...result,
  structuredContent: { ...structuredContent, dryRun: true },
  _meta: { ..._meta, dryRun: true },
})
