import { deleteDomain, listDomains, verifyDomain } from '@shortlink/core'
import { addDomainOnPaidPlan } from '@shortlink/core/host'
import { z } from 'zod'
import { adds, reads, replaces, tool } from '../table/tool.ts'
import { pagedTool } from './paged-tool.ts'

export const domainTools = [
  tool(
    'add_domain',
    'Claim a custom domain for short links; needs a Starter or Pro plan. Then publish `shortlink-verify=<txtToken>` as a TXT record ' +
      'at `_shortlink.<hostname>`, leave it there, and call verify_domain.',
    addDomainOnPaidPlan,
    ({ id, hostname, verified, txtToken }) => ({ id, hostname, verified, txtToken }),
    {
      title: 'Add domain',
      hints: adds,
      replay: true,
      output: z.object({ id: z.string(), hostname: z.string(), verified: z.boolean(), txtToken: z.string() }),
    },
  ),
  tool(
    'verify_domain',
    'Check the TXT record that proves ownership of a custom domain (see add_domain). Returns `verified: false` if it is not found; ' +
      'DNS can take minutes. Keep the record: a domain lapses three days after its removal.',
    verifyDomain,
    ({ verified }) => ({ verified }),
    {
      title: 'Verify domain',
      hints: { ...replaces, destructiveHint: false, openWorldHint: true },
      output: z.object({ verified: z.boolean() }),
    },
  ),
  pagedTool(
    'list_domains',
    'List your custom domains, newest first, each with its verification and certificate status.',
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
    'Delete a custom domain. Its short links stop working until you add and verify it again.',
    deleteDomain,
    (deleted) => ({ deleted }),
    { title: 'Delete domain', hints: replaces, output: z.object({ deleted: z.boolean() }) },
  ),
]
