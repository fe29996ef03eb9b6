import { billingTools } from './billing.ts'
import { bioTools } from './bio.ts'
import type { Tool } from './declare-tool.ts'
import { domainTools } from './domains.ts'
import { identityTools } from './identity.ts'
import { linkTools } from './links.ts'
import { qrTools } from './qr.ts'
import { webhookTools } from './webhooks.ts'

/** All tools, in the order of `tools/list`. `llms.txt` and `llms-full.txt` are made from it too. */
export const tools: readonly Tool[] = [
  ...identityTools,
  ...linkTools,
  ...domainTools,
  ...qrTools,
  ...webhookTools,
  ...bioTools,
  ...billingTools,
]

const byName = new Map(tools.map((tool) => [tool.listed.name, tool]))

export const findTool = (name: string): Tool | undefined => byName.get(name)
