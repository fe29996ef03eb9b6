import { describe, expect, it, onTestFinished } from 'vitest'
import { administrators } from '../support/administrators.ts'
import { follow, newAccount } from '../support/api.ts'
import { startReceiver } from '../support/receiver.ts'
import { DATABASES, startTestServer } from '../support/server.ts'
import { waitFor } from '../support/wait-for.ts'

const REPORTS = `query ($resolved: Boolean) { adminReports(resolved: $resolved) {
  items { id url reason email host blocked resolvedAt ownerEmail link { shortUrl target ownerEmail status } } totalCount
} }`
const RESOLVE = 'mutation ($id: ID!) { adminResolveReport(id: $id, block: true) }'
const HOOK = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }'
const REASON = 'It asks for my <password> & "PIN".'
const EMAIL = 'reporter@example.com'
const BROWSER = { accept: 'text/html,*/*' }

async function start(settings: Record<string, string> = {}, database: (typeof DATABASES)[number] = 'sqlite') {
  const { configure, promote } = administrators()
  const server = await startTestServer({ database, configure, settings: { ABUSE_REPORTS: 'true', ...settings } })
  onTestFinished(() => server.close('the test is over'))
  const { url } = server
  const ada = await newAccount(url)
  await ada.ask('mutation { createShortlink(target: "https://phish.example/login", shortlink: "parcel") }')
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${url}/report`, { method: 'POST', headers, body: new URLSearchParams(fields) })
  return { url, promote, ada, send }
}

describe.each(DATABASES)('abuse reports on %s', (database) => {
  it('a report of the form reaches administrators, who close the link by blocking its host', async () => {
    const { url, promote, ada, send } = await start({ WEBHOOK_RETRY_SCHEDULE: '1' }, database)
    const admin = await newAccount(url)
    await promote(admin)
    const receiver = await startReceiver()
    const input = { url: receiver.url, events: ['link.reported'] }
    expect((await ada.ask(HOOK, { input })).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect((await admin.ask(HOOK, { input })).errors).toEqual([])

    const typed = `${url}/parcel?from=mail`
    const sent = await send({ url: typed, reason: REASON, email: EMAIL }, BROWSER)
    expect([sent.redirected, sent.status]).toEqual([true, 200])
    expect(await sent.text()).toContain('<h1>Report sent</h1>')

    const [message] = await receiver.arrived(1)
    const { data } = JSON.parse(message?.body ?? '')
    expect(data.report).toMatchObject({ targetHost: 'phish.example', reason: REASON })
    expect(data.report.shortUrl).toMatch(/\/parcel$/)
    expect(message?.body).not.toContain(EMAIL)

    expect((await ada.ask(REPORTS)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    const reports = async (resolved: boolean) => (await admin.ask(REPORTS, { resolved })).data.adminReports
    const { items, totalCount } = await reports(false)
    expect(totalCount).toBe(1)
    expect(items).toEqual([
      {
        ...{ id: data.report.id, url: typed, reason: REASON, email: EMAIL, host: 'phish.example' },
        ...{ blocked: false, resolvedAt: null, ownerEmail: ada.email },
        link: {
          ...{ shortUrl: data.report.shortUrl, target: 'https://phish.example/login' },
          ...{ ownerEmail: ada.email, status: 'ACTIVE' },
        },
      },
    ])

    const { id } = data.report
    expect((await follow(url, 'parcel')).status).toBe(302)
    expect((await admin.ask(RESOLVE, { id }, { 'dry-run': 'true' })).data).toEqual({ adminResolveReport: true })
    expect((await follow(url, 'parcel')).status).toBe(302)
    expect((await admin.ask(RESOLVE, { id })).data).toEqual({ adminResolveReport: true })
    await waitFor(async () => expect((await follow(url, 'parcel')).status).toBe(410))
    expect(await reports(false)).toEqual({ items: [], totalCount: 0 })
    expect((await reports(true)).items).toMatchObject([{ id, blocked: true, link: { status: 'BLOCKED' } }])
    const log = await admin.ask('{ auditLog(action: "resolveReport") { items { targetKind targetId actor } } }')
    const actor = expect.stringMatching(/^session:/)
    expect(log.data.auditLog.items).toEqual([
      { targetKind: 'BLOCKED_HOST', targetId: 'phish.example', actor },
      { targetKind: 'REPORT', targetId: id, actor },
    ])
  })
})

describe('the form for abuse reports', () => {
  it('is filled in from the query, and keeps what the visitor typed after an error', async () => {
    const { url, send } = await start()
    const page = await fetch(`${url}/report?url=${encodeURIComponent('https://sho.rt/"x')}`)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(await page.text()).toContain('value="https://sho.rt/&quot;x"')
    const refused = await send({ url: `${url}/unknown`, reason: `\n${REASON}`, email: EMAIL }, BROWSER)
    expect(refused.status).toBe(400)
    const text = await refused.text()
    expect(text).toContain('id="url-wrong" role="alert">There is no link or page of this service at this URL.')
    expect(text).toContain(`value="${url}/unknown"`)
    expect(text).toContain('>\n\nIt asks for my &lt;password&gt; &amp; &quot;PIN&quot;.</textarea>')
    expect(text).toContain(`value="${EMAIL}"`)
  })

  it('takes five reports an hour from a network, and responds to other programs in plain text', async () => {
    const { url, send } = await start({ TRUST_PROXY: '1' })
    const from = (ip: string, reason = REASON) =>
      send({ url: `${url}/parcel`, reason }, { 'x-forwarded-for': ip }).then(async (response) => [
        response.status,
        await response.text(),
      ])
    for (let n = 0; n < 5; n += 1) {
      expect(await from('2001:db8::1', ' ')).toEqual([400, 'Describe the problem.'])
      expect(await from(`2001:db8::${n}`)).toEqual([200, 'Report sent'])
    }
    expect(await from('2001:db8::9')).toEqual([429, 'Your network sent too many reports. Try again later.'])
    expect(await from('192.0.2.1')).toEqual([200, 'Report sent'])
  })

  it('refuses forms of other sites, other types, and too long ones', async () => {
    const { url, send } = await start()
    const fields = { url: `${url}/parcel`, reason: REASON }
    expect((await send(fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send(fields, { 'content-type': 'application/json' })).status).toBe(415)
    expect((await send({ ...fields, reason: 'x'.repeat(49_152) })).status).toBe(413)
    expect((await send({ ...fields, reason: '漢'.repeat(2000) })).status).toBe(200)
  })

  it('is not found unless ABUSE_REPORTS is set', async () => {
    const { url, send } = await start({ ABUSE_REPORTS: 'false' })
    expect((await fetch(`${url}/report`)).status).toBe(404)
    expect((await send({ url: `${url}/parcel`, reason: REASON })).status).toBe(405)
  })
})
