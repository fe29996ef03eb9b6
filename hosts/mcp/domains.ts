import { addDomainOnPaidPlan, deleteDomain, listDomains, verifyDomain } from '@shortlink/core'
import { z } from 'zod'
import { pagedTool } from './paged-tool.ts'
import { adds, reads, replaces, tool } from './tool.ts'

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
    'Check the TXT record that proves that a custom domain is yours (see add_domain). Returns `verified: false` if it is not found; ' +
      'DNS can take minutes. Keep the record: a domain lapses three days after it is gone.',
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
    'Give up a custom domain: its short links stop working at once, until you add and verify it again.',
    deleteDomain,
    (deleted) => ({ deleted }),
    { title: 'Delete domain', hints: replaces, output: z.object({ deleted: z.boolean() }) },
  ),
]
