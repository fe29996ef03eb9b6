import { deleteDomain, listDomains, verifyDomain } from '@shortlink/core'
import { addDomainOnPaidPlan } from '@shortlink/core/host'
import { z } from 'zod'
import { adds, reads, replaces, tool } from '../table/tool.ts'
import { pagedTool } from './paged-tool.ts'

export const domainTools = [
  tool(
    'add_domain',
    'Claim a custom domain for short links. Needs hostname and a Starter or Pro plan. Returns id, hostname, verified, txtToken. Then publish ' +
      '`shortlink-verify=<txtToken>` as TXT record of `_shortlink.<hostname>`, and call verify_domain. Example: {"hostname":"go.example.com"}',
    addDomainOnPaidPlan,
    ({ id, hostname, verified, txtToken }) => ({ id, hostname, verified, txtToken }),
    {
      title: 'Add domain',
      words: { hostname: 'Host name.' },
      hints: adds,
      replay: true,
      output: z.object({ id: z.string(), hostname: z.string(), verified: z.boolean(), txtToken: z.string() }),
    },
  ),
  tool(
    'verify_domain',
    'Check the TXT record of a domain after add_domain. Needs id (list_domains). Returns {verified}; if false, retry in minutes: DNS is slow. ' +
      'Keep the record. Example: {"id":"<id>"}',
    verifyDomain,
    ({ verified }) => ({ verified }),
    {
      title: 'Verify domain',
      domain: 'id',
      hints: { ...replaces, destructiveHint: false, openWorldHint: true },
      output: z.object({ verified: z.boolean() }),
    },
  ),
  pagedTool(
    'list_domains',
    'Find your custom domains and their ids, newest first. Returns an array of {id, hostname, verified, sslStatus}. Example: {}',
    listDomains,
    ({ id, hostname, verified, sslStatus }) => ({ id, hostname, verified, sslStatus }),
    {
      title: 'List domains',
      hints: reads,
      output: z.object({
        id: z.string(),
        hostname: z.string(),
        verified: z.boolean(),
        sslStatus: z.enum(['none', 'pending', 'active']),
      }),
      as: 'domains',
    },
  ),
  tool(
    'delete_domain',
    'Delete a custom domain; its short links stop working until you add and verify it again. Needs id. Returns {deleted}. Example: {"id":"<id>"}',
    deleteDomain,
    (deleted) => ({ deleted }),
    { title: 'Delete domain', domain: 'id', hints: replaces, output: z.object({ deleted: z.boolean() }) },
  ),
]
