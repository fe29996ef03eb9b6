import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { startDnsServer, type TestDns } from '../support/dns.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer } from '../support/server.ts'

let dns: TestDns
let server: Awaited<ReturnType<typeof startTestServer>>
let caddy: ChildProcess
let port: number

beforeAll(async () => {
  dns = await startDnsServer()
  server = await startTestServer({ settings: { DNS_SERVERS: dns.address, TRUST_PROXY: '1' } })
  port = await freePort()
  caddy = startCaddy(await freePort())
  await listening()
})
afterAll(async () => {
  caddy.kill()
  await once(caddy, 'exit')
  await server.close('tests are over')
  await dns.close()
})

/** Caddy with certificates of its own authority, made when a name is first asked for and the service permits it. */
function startCaddy(httpPort: number): ChildProcess {
  const folder = temporaryFolder()
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `{
      admin off
      skip_install_trust
      http_port ${httpPort}
      https_port ${port}
      storage file_system ${folder}
      on_demand_tls {
        ask ${server.url}/internal/tls-check
      }
    }
    https:// {
      tls internal {
        on_demand
      }
      reverse_proxy ${server.url}
    }`,
  )
  return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder },
  })
}

async function listening() {
  for (;;) {
    const code = await get('unclaimed.example.com').then(
      () => 'answered',
      (error: NodeJS.ErrnoException) => error.code,
    )
    if (code !== 'ECONNREFUSED') return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Follows a slug over TLS by host name, without checking the certificate's issuer. */
function get(hostname: string): Promise<{ status: number | undefined; location: string | undefined; names: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: '/hello',
        servername: hostname,
        headers: { host: hostname },
        rejectUnauthorized: false,
      },
      (response) => {
        response.resume()
        const socket = response.socket as import('node:tls').TLSSocket
        resolve({
          status: response.statusCode,
          location: response.headers.location,
          names: socket.getPeerCertificate().subjectaltname ?? '',
        })
      },
    )
    asked.on('error', reject).end()
  })
}

it('Caddy gets a certificate for a verified domain and for no other', async () => {
  const account = await newAccount(server.url)
  const hostname = 'go.example.com'
  const added = await account.ask('mutation { addDomain(hostname: "go.example.com") { id txtToken } }')
  const { id, txtToken } = added.data.addDomain
  await expect(get(hostname)).rejects.toThrow()

  dns.txt(`_shortlink.${hostname}`, `shortlink-verify=${txtToken}`)
  await account.ask('mutation ($id: ID!) { verifyDomain(id: $id) { verified } }', { id })
  await account.ask(
    'mutation ($id: String) { createShortlink(target: "https://example.com/", shortlink: "hello", domainId: $id) }',
    { id },
  )
  expect(await get(hostname)).toEqual({ status: 302, location: 'https://example.com/', names: `DNS:${hostname}` })
  expect((await account.ask('{ domains { sslStatus } }')).data.domains).toEqual([{ sslStatus: 'active' }])
  await expect(get('other.example.com')).rejects.toThrow()
})

it('Caddy accepts the Caddyfile of the deployments', async () => {
  const { stderr } = await promisify(execFile)(
    'caddy',
    ['validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'],
    {
      env: {
        ...process.env,
        HOME: temporaryFolder(),
        DOMAIN: 'sho.rt',
        UPSTREAM_HOST: 'shortlink',
        UPSTREAM_PORT: '3000',
        INTERNAL_PORT: '3001',
      },
    },
  )
  expect(stderr).not.toContain('"level":"warn"')
})
