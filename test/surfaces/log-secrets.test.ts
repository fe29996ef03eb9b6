import { once } from 'node:events'
import { expect, it } from 'vitest'
import { rawClient, toolCall } from '../hosts/mcp/client.ts'
import { ask, follow, newAccount } from '../support/api.ts'
import { spawnServer, testEnvironment } from '../support/server.ts'

it.each([
  ['sqlite', 'json'],
  ['postgres', 'json'],
  ['sqlite', 'pretty'],
] as const)('no key, password, token or secret is in the log, over %s, as %s', async (database, format) => {
  const environment = await testEnvironment(database, {
    LOG_FORMAT: format,
    LOG_LEVEL: 'trace',
    METRICS_TOKEN: 'a-token-for-metrics',
    PROXY_TLS_CHECK_SECRET: 'a-secret-for-the-proxy',
    PAYMENT_WEBHOOK_SECRET: 'whsec_a_secret_for_payments',
    WEBHOOK_RETRY_SCHEDULE: '0',
  })
  const server = await spawnServer(environment)
  let log = ''
  for (const stream of [server.process.stdout, server.process.stderr])
    stream?.on('data', (chunk) => {
      log += chunk
    })
  const { url } = server

  const account = await newAccount(url)
  const wrong = 'a-wrong-password-of-a-user'
  const newPassword = 'a-new-password-of-a-user'
  const login = 'mutation ($e: String!, $p: String!) { login(email: $e, password: $p) { token } }'
  await ask(url, login, { e: account.email, p: wrong })
  const again = await ask(url, login, { e: account.email, p: account.password })
  const made = await account.ask(
    `mutation {
      createApiKey(label: "x") { secret }
      createWebhook(input: { url: "http://127.0.0.1:9/a-token-in-a-path", events: ["link.created"] }) { id secret }
      createShortlink(target: "https://example.com/?token=a-token-of-a-target", shortlink: "logged")
    }`,
  )
  await account.ask(
    'mutation { createWebhook(input: { url: "http://user:a-password-in-an-address@127.0.0.1:9/", events: ["link.created"] }) { id } }',
  )
  const key = made.data.createApiKey.secret as string
  const headers = { 'x-api-key': key }
  const session = await rawClient(`${url}/mcp`, key).open()
  await session.send(toolCall('list_shortlinks'))
  await session.send('{"jsonrpc": ')
  await follow(url, 'logged?secret=a-secret-of-a-visitor')
  await ask(url, '{ getUserInfo {', {}, headers)
  await ask(url, '{ getUserInfo { id } }', {}, { authorization: `Bearer ${again.data.login.token}x` })
  await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer a-token-for-metrics' } })
  await fetch(`${url}/internal/tls-check?domain=x.example`, {
    headers: { 'x-tls-check-secret': 'a-secret-for-the-proxy' },
  })
  await fetch(`${url}/webhooks/payment`, {
    method: 'POST',
    body: '{}',
    headers: { 'stripe-signature': 't=1,v1=a-signature' },
  })
  const reset = await account.ask(
    'mutation ($o: String!, $n: String!) { resetPassword(oldPassword: $o, newPassword: $n) { token } }',
    { o: account.password, n: newPassword },
  )
  const last = { authorization: `Bearer ${reset.data.resetPassword.token}` }
  await ask(url, 'mutation { logout }', {}, last)
  server.process.kill('SIGTERM')
  await once(server.process, 'exit')

  expect(log).toContain('stopped')
  const secrets = {
    password: account.password,
    wrong,
    newPassword,
    token: account.token,
    secondToken: again.data.login.token,
    thirdToken: reset.data.resetPassword.token,
    key,
    webhookSecret: made.data.createWebhook.secret,
    addressPassword: 'a-password-in-an-address',
    visitorsSecret: 'a-secret-of-a-visitor',
    ...Object.fromEntries(
      ['JWT_SECRET', 'APIKEY_PEPPER', 'METRICS_TOKEN', 'PROXY_TLS_CHECK_SECRET', 'PAYMENT_WEBHOOK_SECRET'].map(
        (name) => [name, environment[name] ?? ''],
      ),
    ),
    ...(database === 'postgres' && { databasePassword: 'postgres:postgres@' }),
  }
  for (const [what, secret] of Object.entries(secrets)) {
    expect([what, secret.length > 5]).toEqual([what, true])
    expect([what, log.includes(secret)]).toEqual([what, false])
  }
})
