import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { follow, newAccount } from '../support/api.ts'
import { launchServer, spawnServer, testEnvironment } from '../support/server.ts'

const EX_CONFIG = 78
const CREATE = 'mutation { createShortlink(target: "https://example.com/", shortlink: "kept") }'

it('a server whose journal holds a garbage lock, a folder and a dangling link starts, names each in its log, and records hits', async () => {
  const environment = await testEnvironment('sqlite', { LOG_LEVEL: 'info' })
  const hits = join(environment.DATA_DIR as string, 'hits')
  mkdirSync(join(hits, 'journal-0'), { recursive: true })
  writeFileSync(join(hits, 'journal-0.lock'), 'garbage'.repeat(1000))
  mkdirSync(join(hits, 'journal-1', '0000000000000000001.hits'), { recursive: true })
  symlinkSync(join(hits, 'missing'), join(hits, 'journal-1', '0000000000000000002.hits'))

  const server = await spawnServer(environment)
  const account = await newAccount(server.url)
  await account.ask(CREATE)
  expect((await follow(server.url, 'kept')).status).toBe(302)
  await expect.poll(() => account.clicks()).toBe(1)
  for (const name of ['journal-0.lock', '0000000000000000001.hits', '0000000000000000002.hits'])
    expect(server.log()).toContain(name)
  server.process.kill('SIGTERM')
  expect(await once(server.process, 'exit')).toEqual([0, null])
})

it('a server that cannot keep its journal ends with exit code 78 and one line that names the folder', async () => {
  const environment = await testEnvironment('sqlite')
  const hits = join(environment.DATA_DIR as string, 'hits')
  writeFileSync(hits, 'a file in its place')
  const server = launchServer(environment)
  expect(await once(server.process, 'close')).toEqual([EX_CONFIG, null])
  expect(server.log()).toBe(
    `DATA_DIR: The journal of hits cannot be kept in ${hits} (EEXIST): it must be a folder of the server's user\n`,
  )
})
