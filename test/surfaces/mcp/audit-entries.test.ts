import { expect, it } from 'vitest'
import { rawClient, toolCall } from '../../hosts/mcp/client.ts'
import { ask } from '../../support/api.ts'
import { startDnsServer } from '../../support/dns.ts'
import { ownerOfEverything } from '../../support/owner-of-everything.ts'
import { startTestServer, surfaceDatabases } from '../../support/server.ts'
import { textsIn } from '../../support/texts-in.ts'
import { type Said, sampleFor, wasDone } from '../../support/tool-samples.ts'

/** Tools whose use case has another name. */
const ACTIONS: Readonly<Record<string, string>> = {
  // Its sample has an external id.
  create_shortlink: 'upsertLink',
  update_shortlinks: 'updateLinks',
  delete_shortlinks: 'deleteLinks',
  add_alias: 'addShortlinkAlias',
  remove_alias: 'removeShortlinkAlias',
  add_domain: 'addDomainOnPaidPlan',
}
const toCamelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

it.each(surfaceDatabases(import.meta.url))(
  'each MCP tool that writes leaves one entry in the audit log, without values, on %s',
  async (database) => {
    const dns = await startDnsServer()
    const settings = { DNS_SERVERS: dns.address, DEFAULT_PLAN: 'PRO' }
    const server = await startTestServer({ database, settings })
    const owner = await ownerOfEverything(server.url, dns)
    const agent = await rawClient(`${server.url}/mcp?toolsets=all`, owner.apiKey).open()
    const say = async (body: unknown) => ((await (await agent.send(body)).json()) as Said).result
    const entries = async (): Promise<readonly Record<string, string>[]> => {
      const fields = 'id actor surface action targetKind targetId changed'
      const { data } = await ask(server.url, `{ auditLog(take: 100) { items { ${fields} } } }`, {}, owner.headers)
      return data.auditLog.items
    }
    const { tools = [] } = await say({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const writing = tools.filter(({ annotations }) => !annotations.readOnlyHint)
    // Deletions go last: they take what other tools change.
    const inOrder = writing.toSorted(
      (a, b) => Number(a.name.startsWith('delete')) - Number(b.name.startsWith('delete')),
    )
    const isOld = new Set((await entries()).map(({ id }) => id))
    for (const { name, inputSchema } of inOrder) {
      const values = new Set<string>()
      let isDone = false
      for (const id of Object.values(owner.ids)) {
        const args = sampleFor(name, inputSchema, id)
        for (const text of textsIn(args)) values.add(text)
        isDone = wasDone(await say(toolCall(name, args)))
        if (isDone) break
      }
      expect(isDone, name).toBe(true)
      const added = (await entries()).filter(({ id }) => !isOld.has(id))
      for (const { id } of added) isOld.add(id)
      const action = ACTIONS[name] ?? toCamelCase(name)
      const actor = `key:${owner.ids['API key']}`
      expect(added, name).toEqual([expect.objectContaining({ action, actor, surface: 'MCP' })])
      // The ids that name the record and the key are no values of it.
      const { targetId: _, actor: __, ...entry } = added[0] ?? {}
      const written = JSON.stringify(entry)
      expect(
        [...values].filter((value) => value.length > 3 && written.includes(value)),
        name,
      ).toEqual([])
    }
    expect(Object.keys(ACTIONS).filter((name) => !writing.some((tool) => tool.name === name))).toEqual([])
    await server.close('the test is over')
    await dns.close()
  },
)
