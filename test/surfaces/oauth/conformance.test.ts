import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { newAccount } from '../../support/api.ts'
import { appBrowser, connectIn } from '../../support/app-browser.ts'
import { freePort } from '../../support/free-port.ts'
import { publicUrl } from '../../support/oauth-app.ts'
import { spawnServer, testEnvironment } from '../../support/server.ts'

const SUITE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance-next/dist/index.js')

it('the bundled server passes the official suite for authorization servers', async () => {
  const port = await freePort()
  const client = { client_id: 'suite', client_name: 'Suite', redirect_uris: [`http://127.0.0.1:${port}/callback`] }
  const server = await spawnServer(await testEnvironment('sqlite', { OAUTH_CLIENTS: JSON.stringify([client]) }))
  const base = publicUrl(server.url)
  const { headers } = await newAccount(server.url)
  const args = ['authorization', '--url', `${base}/oauth`, '--resource', `${base}/mcp/oauth`]
  const suite = spawn(process.execPath, [SUITE, ...args, '--client-id', client.client_id, '--port', String(port)])
  let output = ''
  let answered: Promise<unknown> | undefined
  suite.stderr.on('data', (chunk) => {
    output += chunk
  })
  suite.stdout.on('data', (chunk) => {
    output += chunk
    const authorization = /^http\S+\/oauth\/authorize\?\S+$/m.exec(output)?.[0]
    if (authorization === undefined) return
    answered ??= connectIn(appBrowser(), { url: server.url, headers, authorization }).then((answer) => fetch(answer))
  })
  const [code] = await once(suite, 'exit')
  expect((await answered) instanceof Response).toBe(true)
  expect([code, output]).toEqual([0, expect.stringContaining('authorization-code-grant')])
})
