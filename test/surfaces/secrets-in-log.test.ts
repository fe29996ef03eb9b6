import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ask, newAccount } from '../support/api.ts'
import { appBrowser, consent, uidOf } from '../support/app-browser.ts'
import {
  askToken,
  authorizationUrl,
  exchange,
  mcpStatus,
  publicUrl,
  REDIRECT,
  refresh,
  registered,
} from '../support/oauth-app.ts'
import { runSql } from '../support/run-sql.ts'
import { DATABASES, type ServerProcess, spawnServer, testEnvironment } from '../support/server.ts'

const NEW_PASSWORD = 'another password that no log has'
const LINK_PASSWORD = 'the password of a link'
const SHARE_PASSWORD = 'the password of a share'
const WRONG_PASSWORD = 'a wrong password that someone typed'
const CLIENT_SECRET = 'the secret of a client of the operator'
const METRICS_TOKEN = 'the token of the metrics'
const FIXED = { client_id: 'fixed', client_name: 'Fixed', redirect_uris: [REDIRECT], client_secret: CLIENT_SECRET }

type Secrets = Record<string, string>

/** Everything secret that an account, its apps, keys, links and webhooks bring about, by its name. */
async function useEverything({ url }: ServerProcess): Promise<Secrets> {
  const account = await newAccount(url)
  const { data, errors } = await account.ask(
    `mutation ($link: String, $share: String) {
      createApiKey(label: "key") { secret apiKey { id } }
      createWebhook(input: { url: "http://127.0.0.1:9/", events: ["link.created"] }) { secret }
      createStatShare(password: $share) { url }
      addShortlink(input: { target: "https://example.com/", shortlink: "secret", password: $link }) { id }
    }`,
    { link: LINK_PASSWORD, share: SHARE_PASSWORD },
  )
  expect(errors).toEqual([])
  const key = data.createApiKey.secret as string
  expect(await mcpStatus(url, key)).toBe(200)
  const { data: rotated } = await ask(
    url,
    'mutation ($id: ID!) { rotateApiKey(id: $id) { secret } }',
    { id: data.createApiKey.apiKey.id },
    { 'x-api-key': key },
  )
  for (const password of [WRONG_PASSWORD, LINK_PASSWORD])
    await fetch(`${url}/secret`, { method: 'POST', body: new URLSearchParams({ password }), redirect: 'manual' })
  const { cookie } = await signInWithCookie(url, account)
  await ask(url, LOGIN, { email: account.email, password: WRONG_PASSWORD })
  return {
    ...(await connectApp(url, account.headers)),
    ...(await changePassword(account)),
    ...{ password: account.password, session: account.token, cookie },
    ...{
      key,
      webhook: data.createWebhook.secret,
      share: new URL(data.createStatShare.url).pathname.split('/').at(-1) ?? '',
    },
    rotatedKey: rotated.rotateApiKey.secret,
  }
}

const LOGIN = 'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'

/** Signs in as the dashboard does, and returns the value of its cookie. */
async function signInWithCookie(url: string, variables: object) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'shortlink-session': 'cookie', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ query: LOGIN, variables }),
  })
  const [, cookie = ''] = /=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  return { cookie }
}

async function changePassword({ password, ask }: Awaited<ReturnType<typeof newAccount>>): Promise<Secrets> {
  const { data, errors } = await ask(
    'mutation ($old: String!, $new: String!) { resetPassword(oldPassword: $old, newPassword: $new) { token } }',
    { old: password, new: NEW_PASSWORD },
  )
  expect(errors).toEqual([])
  return { newPassword: NEW_PASSWORD, newSession: data.resetPassword.token }
}

/** Connects an app, uses, refreshes and revokes its tokens. */
async function connectApp(url: string, headers: Record<string, string>): Promise<Secrets> {
  const { client_id: clientId } = await registered(url)
  const browser = appBrowser()
  const { location } = await browser.go(authorizationUrl(url, clientId))
  const cookies = [...browser.cookies.values()]
  const next = await consent(url, headers, uidOf(location))
  const answer = new URL((await browser.go(next)).location).searchParams
  const tokens = await exchange(url, clientId, answer.get('code'))
  expect(await mcpStatus(url, tokens.access_token)).toBe(200)
  const refreshed = await refresh(url, clientId, tokens.refresh_token)
  expect(refreshed.status).toBe(200)
  const basic = Buffer.from(`fixed:${encodeURIComponent(CLIENT_SECRET)}`).toString('base64')
  const code = await askToken(
    url,
    { grant_type: 'authorization_code', code: 'unknown-code', redirect_uri: REDIRECT },
    { authorization: `Basic ${basic}` },
  )
  expect(code.error).toBe('invalid_grant')
  await fetch(`${publicUrl(url)}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token: refreshed.refresh_token, client_id: clientId }),
  })
  expect(await mcpStatus(url, refreshed.access_token)).toBe(401)
  return {
    basic,
    ticket: new URL(next).searchParams.get('ticket') ?? '',
    code: answer.get('code') ?? '',
    ...{ accessToken: tokens.access_token, refreshToken: tokens.refresh_token },
    ...{ nextAccessToken: refreshed.access_token, nextRefreshToken: refreshed.refresh_token },
    ...Object.fromEntries(cookies.map((value, index) => [`cookie ${index}`, value])),
  }
}

/** Makes requests with secrets fail on the server, which logs the failures. */
async function failWith({ url }: ServerProcess, databaseUrl: string, secrets: Secrets) {
  const tables = ['oauth_records', 'api_keys', 'links', 'webhooks']
  await runSql(databaseUrl, tables.map((table) => `alter table ${table} rename to ${table}_away;`).join('\n'))
  const { accessToken = '', refreshToken = '', key = '' } = secrets
  const statuses = [
    await mcpStatus(url, accessToken),
    await mcpStatus(url, key),
    (await refresh(url, 'fixed', refreshToken)).status,
    (await exchange(url, 'fixed', secrets.code ?? '')).status,
  ]
  expect(statuses.filter((status) => status >= 500).length).toBeGreaterThan(0)
}

/** The texts of files that are no database. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => !/\.db(-\w+)?$/.test(path))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : readFileSync(path, 'latin1')))

describe.each(DATABASES)('the most verbose log on %s', (database) => {
  it('has no secret and no token of a whole flow, nor of requests that fail', async () => {
    const environment = await testEnvironment(database, {
      LOG_LEVEL: 'trace',
      METRICS_TOKEN,
      OAUTH_CLIENTS: JSON.stringify([FIXED]),
    })
    const { JWT_SECRET = '', APIKEY_PEPPER = '', DATABASE_URL = '', DATA_DIR = '' } = environment
    const server = await spawnServer(environment)
    const secrets = await useEverything(server)
    await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    await failWith(server, DATABASE_URL, secrets)

    const given = {
      JWT_SECRET,
      APIKEY_PEPPER,
      METRICS_TOKEN,
      CLIENT_SECRET,
      LINK_PASSWORD,
      SHARE_PASSWORD,
      WRONG_PASSWORD,
    }
    const all = Object.entries({ ...secrets, ...given })
    expect(all.filter(([, secret]) => secret.length < 12)).toEqual([])
    expect(server.log()).toMatch(/"level":50.*(oauth_records|api_keys|links)/)
    const logged = [server.log(), ...filesBelow(DATA_DIR)].join('\n')
    const forms = (secret: string) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]
    expect(
      all.filter(([, secret]) => forms(secret).some((form) => logged.includes(form))).map(([name]) => name),
    ).toEqual([])
  })
})
