import { listAuditEntries, RECORD_KINDS, SURFACES } from '@shortlink/core'
import { z } from 'zod'
import type { Tool } from '../table/declare-tool.ts'
import { reads, tool } from '../table/tool.ts'

const Entry = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  surface: z.enum(SURFACES),
  action: z.string(),
  targetKind: z.enum(RECORD_KINDS),
  targetId: z.string(),
  changed: z.array(z.string()),
  requestId: z.string().nullable(),
  network: z.string().nullable(),
})

/** The tool for reading the audit log. */
export const auditTools: readonly Tool[] = [
  tool(
    'list_audit_entries',
    'Find out who changed what in your account, newest first, also logins. Returns {entries, nextCursor}. Example: {"action":"deleteLinks","take":10}',
    listAuditEntries,
    ({ items, nextCursor }) => ({
      entries: items.map(({ owner: _, at, changed, ...entry }) => ({
        ...entry,
        at: new Date(at).toISOString(),
        changed: [...changed],
      })),
      nextCursor,
    }),
    {
      title: 'List audit entries',
      hints: reads,
      output: z.object({ entries: z.array(Entry), nextCursor: z.string().nullable() }),
    },
  ),
]
