import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp, type Link } from '@shortlink/core'
import { aDomain, newOwner } from '@shortlink/core/contracts'
import type { BadLink } from '../../../../hosts/cli/import/error-file.ts'
import { importRows } from '../../../../hosts/cli/import/import.ts'
import type { Refusing } from '../../../../hosts/import/losses.ts'
import type { Program } from '../../../../hosts/import/program.ts'
import { PROGRAMS } from '../../../../hosts/import/programs/index.ts'
import { temporaryFolder } from '../../../support/databases.ts'
import { testPorts } from '../../../support/ports.ts'

export const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url).pathname

/** Writes a file of its own for the content. */
export function written(content: string | Buffer, name = 'links'): string {
  const file = join(temporaryFolder(), name)
  writeFileSync(file, content)
  return file
}

export interface Asked {
  readonly domain?: readonly string[]
  readonly acceptLoss?: readonly Refusing[]
  readonly applied?: boolean
  /** A file that is imported first. */
  readonly before?: string
  /** Verified hostnames of the account. */
  readonly verified?: readonly string[]
}

/** Imports a file into an empty store on the host sho.rt; returns the report, the links, oldest row first, and the bad ones. */
export async function importing(file: string, from: string, asked: Asked = {}) {
  const ports = testPorts()
  const owner = await newOwner(ports.store)
  for (const hostname of asked.verified ?? []) {
    const claim = aDomain(owner, { hostname })
    await ports.store.domains.insert(claim)
    await ports.store.domains.verify(owner, claim.id, 0)
  }
  const bad: BadLink[] = []
  const tools = { ports, app: createApp(ports) } as never
  const work = {
    user: (await ports.store.users.find(owner))?.email ?? '',
    from: PROGRAMS.find(({ name }) => name === from) as Program,
    domain: asked.domain ?? [],
    acceptLoss: asked.acceptLoss ?? [],
    applied: asked.applied ?? true,
    bad: { add: (more: readonly BadLink[]) => bad.push(...more), close: () => null },
  }
  if (asked.before !== undefined) await importRows(tools, asked.before, { ...work, applied: true })
  const report = await importRows(tools, file, work)
  const links: readonly Link[] = await ports.store.links.listAfter(owner, 10_000)
  const at = (hostname: string, slug: string) => links.find((link) => link.hostname === hostname && link.slug === slug)
  return { report, links, bad, at, ports }
}
