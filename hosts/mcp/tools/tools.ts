import type { ListToolsResult } from '@modelcontextprotocol/sdk/types.js'
import { ALL_SCOPES, hasScope, type ScopeSet } from '@shortlink/core'
import type { Tool } from '../table/declare-tool.ts'
import { fixed } from '../table/fixed-results.ts'
import { TOOLSET_NAMES, type ToolsetName } from '../toolset-names.ts'
import { analyticsTools } from './analytics.ts'
import { auditTools } from './audit.ts'
import { billingTools } from './billing.ts'
import { bioTools } from './bio.ts'
import { domainTools } from './domains.ts'
import { identityTools } from './identity.ts'
import { linkTools } from './links.ts'
import { qrTools } from './qr.ts'
import { tagTools } from './tags.ts'
import { webhookTools } from './webhooks.ts'

/** The tools of each set, in the order of `tools/list`. `llms.txt` and `llms-full.txt` are made from it too. */
export const TOOLSETS: Readonly<Record<ToolsetName, readonly Tool[]>> = {
  core: [...identityTools, ...linkTools, ...domainTools, ...qrTools, ...webhookTools, ...bioTools, ...billingTools],
  tags: tagTools,
  analytics: analyticsTools,
  audit: auditTools,
}

/** The tools of every set. */
export const allTools: readonly Tool[] = TOOLSET_NAMES.flatMap((name) => TOOLSETS[name])

const byName = new Map(allTools.map((tool) => [tool.listed.name, tool]))

/** A tool of any set. */
export const findTool = (name: string): Tool | undefined => byName.get(name)

/** The set that contains a tool. */
export const toolsetOf = (tool: Tool): ToolsetName =>
  TOOLSET_NAMES.find((name) => TOOLSETS[name].includes(tool)) ?? 'core'

/** The tools that a client is offered. */
export interface OfferedTools {
  /** The tools that the scopes of a key allow. */
  listFor(scopes: ScopeSet): ListToolsResult
  has(tool: Tool): boolean
}

const offers = new Map<string, OfferedTools>()

/** The tools of the sets, created once for each combination. */
export function offerTools(sets: readonly ToolsetName[]): OfferedTools {
  const key = sets.join()
  const offered = offers.get(key) ?? makeOffer(sets.flatMap((name) => TOOLSETS[name]))
  offers.set(key, offered)
  return offered
}

function makeOffer(tools: readonly Tool[]): OfferedTools {
  const all = fixed({ tools: tools.map((tool) => tool.listed) })
  const listFor = (scopes: ScopeSet) =>
    scopes === ALL_SCOPES
      ? all
      : { tools: tools.filter(({ scope }) => scope === null || hasScope(scopes, scope)).map(({ listed }) => listed) }
  return { listFor, has: (tool) => tools.includes(tool) }
}
