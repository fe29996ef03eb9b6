import type { Row } from '../table/row.ts'
import { aliasRows } from './aliases.ts'
import { auditRows } from './audit.ts'
import { blocklistRows } from './blocklist.ts'
import { domainRows } from './domains.ts'
import { keyRows } from './keys.ts'
import { stats as linkStats } from './link-stats.ts'
import { linkRows } from './links.ts'
import { planRows } from './plans.ts'
import { reportRows } from './reports.ts'
import { sessionRows } from './sessions.ts'
import { shareRows } from './shares.ts'
import { stats } from './stats.ts'
import { tagRows } from './tags.ts'
import { takeDownRows } from './take-down.ts'
import { userRows } from './users.ts'
import { webhookRows } from './webhooks.ts'

/** The groups of commands, in the order of the help. */
export const GROUPS: Readonly<Record<string, string>> = {
  user: 'Manage accounts',
  key: 'Manage API keys',
  session: 'List and end the sessions of accounts',
  audit: 'Read the audit log of an account',
  link: 'Create, list, disable, export and import links',
  'link alias': 'Manage aliases of links',
  hits: 'Export visits',
  tag: 'Manage the tags of links',
  share: 'Share statistics on public pages',
  domain: 'Manage custom domains',
  webhook: 'List webhooks',
  plan: 'Manage the plans of accounts',
  blocklist: 'Manage blocked hosts',
  report: 'List and resolve abuse reports',
}

/** All commands that run a use case. */
export const ROWS: readonly Row[] = [
  ...userRows,
  ...keyRows,
  ...sessionRows,
  ...auditRows,
  ...linkRows,
  linkStats,
  ...takeDownRows,
  ...aliasRows,
  ...tagRows,
  ...shareRows,
  ...domainRows,
  ...webhookRows,
  ...planRows,
  ...blocklistRows,
  ...reportRows,
  stats,
]
