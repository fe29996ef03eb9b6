import { type App, describeError, emptyImportReport, type Import, importLinks, onBehalfOf } from '@shortlink/core'
import type { JobPorts } from '@shortlink/core/host'
import type { ImportChange } from '@shortlink/core/ports'
import type { z } from 'zod'
import { decideBatch, type ImportTools, type NumberedLink } from '../../import/run/decide.ts'
import { withBatch } from './count.ts'
import { findOwnLink } from './find-own-link.ts'
import { LEASE_MS } from './lease.ts'
import { FaultyFile, planInThread } from './plan-in-thread.ts'
import type { PlanInput } from './planned-file.ts'

/** After each batch, so that others have most of the database's time. */
const PAUSE_MS = 10

interface Run {
  readonly app: App
  readonly ports: JobPorts
  readonly found: Import
  readonly token: string
}

/** The import cannot go on now, such as while storage is nearly full: a later claim tries again. */
class Interrupted extends Error {}

/** Makes the preview of a claimed import, or creates its links, from where an earlier run stopped. */
export async function runImport(run: Run): Promise<'interrupted' | 'ended'> {
  const { ports, found, token } = run
  try {
    await workOn(run)
    return 'ended'
  } catch (error) {
    if (error instanceof Interrupted) return 'interrupted'
    if (!(error instanceof FaultyFile)) throw error
    await save(run, { state: 'FAILED', fault: error.fault })
    return 'ended'
  } finally {
    await ports.store.imports.release(found.id, { token, until: 0 })
  }
}

async function workOn(run: Run) {
  const { ports, found } = run
  const isPreview = found.state === 'PLANNING'
  let report = (!isPreview && found.report) || emptyImportReport(0)
  const tools = toolsOf(run, isPreview)
  let characters = 0
  const input = await inputOf(run, report.rows, isPreview)
  const textOf = async (index: number) => {
    const text = index < found.parts ? await ports.store.imports.part(found.id, index) : undefined
    // The file of a canceled import is deleted.
    if (text === undefined && index < found.parts) throw new Interrupted()
    characters += text?.length ?? 0
    return text
  }
  for await (const batch of planInThread(input, textOf)) {
    report = withBatch(report, batch, characters, await decideBatch(tools, batch.links))
    await ports.sleep(PAUSE_MS)
    // A canceled or changed import ends here.
    if ((await save(run, { report, found: batch.found })) !== found.state || ports.signal.aborted) return
  }
  const ready = { ...report, planned: report.created }
  await save(run, isPreview ? { state: 'READY', report: ready } : { state: 'DONE', report })
}

async function inputOf({ ports, found }: Run, skipRows: number, isPreview: boolean): Promise<PlanInput> {
  const { name, program, domains, acceptedLosses } = found
  const claims = await ports.store.domains.list(found.owner)
  const verified = claims.filter((domain) => domain.verified).map(({ hostname }) => hostname)
  return { name, program, domains, acceptedLosses, skipRows, isPreview, verified, ownHosts: ports.policy.ownHosts }
}

/** Creates the links with the rights of the account; a preview rolls them back. */
function toolsOf({ app, ports, found: { owner } }: Run, isPreview: boolean): ImportTools {
  const caller = onBehalfOf(owner)
  return {
    async create(links) {
      if (links.length === 0) return []
      const input = { links: links.map(asOwner), metered: true, dryRun: isPreview }
      const result = await app.run(importLinks, caller, input)
      if (result.isErr()) throw new Interrupted(describeError(result.error))
      return result.value
    },
    find: findOwnLink(ports, owner),
  }
}

/** Only an operator imports totals, and links that just an operator can enable. */
const asOwner = ({ hitCount: _, disabled, ...link }: NumberedLink['link']): ImportedInput =>
  ({ ...link, ...(disabled === true && { enabled: false }) }) as ImportedInput

type ImportedInput = z.input<typeof importLinks.input>['links'][number]

/** Stores progress; returns the state, undefined if another server took over. */
async function save({ ports, found, token }: Run, change: Omit<ImportChange, 'updatedAt'>) {
  const { imports } = ports.store
  const claim = { token, until: (await ports.store.now()) + LEASE_MS }
  return imports.save(found.id, claim, found.state, { ...change, updatedAt: ports.clock.now() })
}
