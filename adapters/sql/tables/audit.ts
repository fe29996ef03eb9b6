import type { Generated } from 'kysely'

export interface AuditEntriesTable {
  no: Generated<number>
  id: string
  owner: string
  at: number
  actor: string
  surface: string
  action: string
  target_kind: string
  target_id: string
  /** Names with commas between them. */
  changed: string
  request_id: string | null
  network: string | null
}
