import { expect, it } from 'vitest'
import { follow, newAccount } from '../../support/api.ts'
import { exchange } from '../../support/raw-http.ts'
import { surfaceDatabases, testEnvironment } from '../../support/server.ts'
import { runInProcess } from './in-process.ts'
import { serverBeside } from './shortlink.ts'

it.each(surfaceDatabases(import.meta.url))(
  'shortlink domain forget frees a claimed hostname while a server runs on %s',
  async (database) => {
    const environment = await testEnvironment(database)
    const { url } = await serverBeside(environment)
    const account = await newAccount(url)
    await account.ask('mutation { createShortlink(target: "https://example.com/", shortlink: "spring") }')
    const { data } = await account.ask('mutation { addDomain(hostname: "go.example.com") { id } }')
    await account.ask('mutation ($id: ID!) { deleteDomain(id: $id) }', { id: data.addDomain.id })
    const status = async () =>
      (await exchange(url, 'GET /spring HTTP/1.1\r\nHost: go.example.com\r\nConnection: close\r\n\r\n')).split(' ')[1]
    expect((await follow(url, 'spring')).status).toBe(302)
    if (database === 'postgres') expect(await status()).toBe('404')

    const forget = (...args: string[]) => runInProcess(environment, ['domain', 'forget', ...args])
    expect(await forget('GO.example.com.', '--json')).toEqual({
      code: 0,
      stdout: '{"hostname":"GO.example.com.","forgotten":true}\n',
      stderr: '',
    })
    // On Postgres the server is notified at once; on SQLite nothing was cached yet.
    await expect.poll(status, { timeout: 60_000 }).toBe('302')
    expect(await forget('go.example.com')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'shortlink: go.example.com was never claimed\n',
    })
    expect(await forget('no hostname')).toMatchObject({ code: 1, stdout: '' })
  },
)
