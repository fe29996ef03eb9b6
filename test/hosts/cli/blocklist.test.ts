import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { ask, follow } from '../../support/api.ts'
import { surfaceDatabases } from '../../support/server.ts'
import { keepingOpen } from './in-process.ts'
import { operator, serverBeside } from './shortlink.ts'

const LIST = `# A hosts file
127.0.0.1 localhost localhost.localdomain
::1 localhost
0.0.0.0 0.0.0.0
0.0.0.0 one.test www.one.test # both
0.0.0.0\tone.test\r
two.test
*.Three.test
this is no host
0.0.0.0 four.test`

it.each(surfaceDatabases(import.meta.url))(
  'an operator blocks hosts one by one and by a list while a server on %s runs',
  async (database) => {
    const { environment, run, folder } = await operator(database, keepingOpen())
    const { url } = await serverBeside(environment)
    await ask(url, 'mutation { createShortlink(target: "https://www.three.test/", shortlink: "three") }')
    await ask(url, 'mutation { createShortlink(target: "https://manual.test/", shortlink: "manual") }')
    const statuses = async () => [(await follow(url, 'three')).status, (await follow(url, 'manual')).status]
    const become = (expected: readonly number[]) =>
      vi.waitFor(async () => expect(await statuses()).toEqual(expected), { timeout: 60_000, interval: 50 })
    expect(await statuses()).toEqual([302, 302])

    expect(await run('blocklist', 'add', 'Manual.test', '--reason', 'phishing')).toMatchObject({
      code: 0,
      stdout: 'Blocked manual.test\n',
    })
    await become([302, 410])
    const file = join(folder, 'hosts.txt')
    writeFileSync(file, LIST)
    expect(await run('blocklist', 'import', file)).toMatchObject({
      code: 0,
      stdout: `Blocked 5 hosts of ${file}, in place of the previous list\n`,
      stderr: 'shortlink: skipped 1 line without a valid host\n',
    })
    await become([410, 410])
    const listed = JSON.parse((await run('blocklist', 'list', '--json')).stdout)
    expect(listed).toMatchObject({ totalCount: 6 })
    expect(listed.items.map(({ host, source }: Record<string, string>) => `${source} ${host}`)).toEqual([
      'LIST .three.test',
      'LIST four.test',
      'MANUAL manual.test',
      'LIST one.test',
      'LIST two.test',
      'LIST www.one.test',
    ])
    const refused = await ask(url, 'mutation { createShortlink(target: "https://one.test/") }')
    expect(refused.errors[0]).toMatchObject({
      message: 'Target host is blocked',
      extensions: { code: 'BAD_USER_INPUT' },
    })
    const byCommand = await run('link', 'create', 'https://two.test/')
    expect(byCommand).toMatchObject({ code: 1, stderr: 'shortlink: Target host is blocked\n' })

    writeFileSync(file, 'one.test\n')
    expect(await run('blocklist', 'import', file, '--json')).toMatchObject({
      stdout: '{"hosts":1,"skippedLines":0}\n',
    })
    await become([302, 410])
    expect((await run('blocklist', 'remove', 'manual.test')).stdout).toBe('Unblocked manual.test\n')
    await become([302, 302])
    expect(await run('blocklist', 'remove', 'manual.test')).toMatchObject({
      code: 1,
      stderr: 'shortlink: Blocked host not found\n',
    })
  },
)
