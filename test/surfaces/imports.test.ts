import { describe, expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { surfaceDatabases, useTestServer } from '../support/server.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

const REPORT = `report { rows planned created present skipped closed lost { name links } refused { name links }
  domains { name links } samples { slug target } problems { row slug reason fields message } }`
const FIELDS = `id name state parts characters program found acceptedLosses domains { from to } fault { code detail } ${REPORT}`

const CREATE = `mutation ($name: String!, $program: String, $domains: [ImportDomainInput!], $losses: [String!]) {
  createImport(name: $name, program: $program, domains: $domains, acceptedLosses: $losses) { ${FIELDS} }
}`
const PART = `mutation ($id: ID!, $index: Int!, $text: String!, $last: Boolean) {
  addImportPart(id: $id, index: $index, text: $text, last: $last) { ${FIELDS} }
}`
const UPDATE = `mutation ($id: ID!, $losses: [String!]) { updateImport(id: $id, acceptedLosses: $losses) { state } }`
const START = `mutation ($id: ID!) { startImport(id: $id) { state } }`
const CANCEL = `mutation ($id: ID!) { cancelImport(id: $id) { state } }`

const latest = async (account: Account) => (await account.ask(`{ latestImport { ${FIELDS} } }`)).data.latestImport

/** Waits for the state, and returns the import. */
async function reach(account: Account, state: string) {
  await expect.poll(async () => (await latest(account)).state).toBe(state)
  return latest(account)
}

/** Uploads a file in parts of some characters, and waits for the preview. */
async function upload(account: Account, text: string, choices: object = {}, size = 50) {
  const { data, errors } = await account.ask(CREATE, { name: 'links.csv', ...choices })
  expect(errors).toEqual([])
  const { id } = data.createImport
  for (let index = 0; index * size < text.length; index++) {
    const part = text.slice(index * size, (index + 1) * size)
    const last = (index + 1) * size >= text.length
    expect((await account.ask(PART, { id, index, text: part, last })).errors).toEqual([])
  }
  return id as string
}

const slugsOf = async (account: Account) =>
  (await account.ask('{ shortlinkConnection(take: 100) { items { shortlink } } }')).data.shortlinkConnection.items
    .map(({ shortlink }: { shortlink: string }) => shortlink)
    .sort()

describe.each(surfaceDatabases(import.meta.url))('an import in the background on %s', (database) => {
  const server = useTestServer({ database })
  let count = 0
  const fresh = () => `imported-${process.pid}-${count++}`

  it('is previewed, runs when it is started, and says which rows were left out and why', async () => {
    const account = await newAccount(server.url)
    const [one, two, three] = [fresh(), fresh(), fresh()]
    const rows = [
      `${one},https://example.com/,ü 📄,7,`,
      `${one},https://example.com/,,,`,
      `not ok,https://example.com/,,,`,
      `${two},https://example.com/two,,,`,
      `${three},https://example.com/,,,2030-01-01T00:00:00Z`,
    ]
    const id = await upload(account, `slug,target,title,hitCount,validUntil\n${rows.join('\n')}\n`)
    const ready = await reach(account, 'READY')
    const problems = [
      { row: 2, slug: one, reason: 'TWICE' },
      { row: 3, slug: 'not ok', reason: 'INVALID' },
      { row: 5, slug: three, reason: 'LOST', fields: ['expiry'] },
    ]
    expect(ready).toMatchObject({
      found: 'shortlink',
      report: { rows: 5, planned: 2, created: 2, present: 0, skipped: 3, problems },
    })
    expect(ready.report.refused).toEqual([{ name: 'expiry', links: 1 }])
    expect(await slugsOf(account)).toEqual([])
    await account.ask(UPDATE, { id, losses: ['expiry'] })
    await expect.poll(async () => (await latest(account)).report?.planned).toBe(3)
    expect((await account.ask(START, { id })).errors).toEqual([])
    const done = await reach(account, 'DONE')
    expect(done.report).toMatchObject({ rows: 5, planned: 3, created: 3, present: 0, skipped: 2 })
    expect(await slugsOf(account)).toEqual([one, two, three].sort())
    // Totals are of visits to this server.
    expect((await account.ask('{ shortlinkAnalytics { totalClicks } }')).data.shortlinkAnalytics.totalClicks).toBe(0)
    expect((await account.ask(START, { id })).data.startImport.state).toBe('DONE')
    const { data } = await account.ask('{ auditLog { items { action targetKind targetId } } }')
    expect(data.auditLog.items).toContainEqual({ action: 'startImport', targetKind: 'IMPORT', targetId: id })
  })

  it('of the same file again creates nothing twice, and repeated parts change nothing', async () => {
    const account = await newAccount(server.url)
    const text = `slug,target\n${fresh()},https://example.com/\n`
    for (const counts of [
      { created: 1, present: 0 },
      { created: 0, present: 1 },
    ]) {
      const id = await upload(account, text, {}, 20)
      const again = await account.ask(PART, { id, index: 0, text: 'other', last: true })
      expect(again.data.addImportPart).toMatchObject({ characters: text.length })
      await reach(account, 'READY')
      await account.ask(START, { id })
      expect((await reach(account, 'DONE')).report).toMatchObject(counts)
    }
    expect(await slugsOf(account)).toHaveLength(1)
  })

  it('maps domains, and keeps a closed link closed without an operator’s lock', async () => {
    const account = await newAccount(server.url)
    const [here, gone, closed] = [fresh(), fresh(), fresh()]
    const text = `slug,target,hostname,disabled\n${here},https://example.com/,a.example,\n${gone},https://example.com/,b.example,\n${closed},https://example.com/,,true\n`
    const id = await upload(account, text, { domains: [{ from: 'b.example', to: null }] })
    const { report } = await reach(account, 'READY')
    expect(report.domains).toEqual([
      { name: 'a.example', links: 1 },
      { name: 'b.example', links: 1 },
      { name: 'default', links: 1 },
    ])
    expect(report).toMatchObject({
      planned: 2,
      closed: 1,
      problems: [{ slug: gone, reason: 'LOST', fields: ['domain'] }],
    })
    await account.ask(START, { id })
    await reach(account, 'DONE')
    const { data } = await account.ask('{ shortlinkConnection(take: 9) { items { shortlink status enabled } } }')
    expect(data.shortlinkConnection.items).toContainEqual({ shortlink: closed, status: 'DISABLED', enabled: false })
  })

  it('fails for a file of no known program, and can be canceled and replaced', async () => {
    const account = await newAccount(server.url)
    const id = await upload(account, 'name,city\nAda,London\n')
    expect((await reach(account, 'FAILED')).fault).toMatchObject({ code: 'columns' })
    expect((await account.ask(START, { id })).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect((await account.ask(CANCEL, { id })).data.cancelImport.state).toBe('CANCELED')
    const other = await newAccount(server.url)
    for (const document of [START, CANCEL, UPDATE])
      expect((await other.ask(document, { id })).errors).toMatchObject([{ message: 'Import not found' }])
    const replaced = await upload(account, 'slug,target\n')
    expect((await latest(account)).id).toBe(replaced)
  })

  it('works over REST', async () => {
    const account = await newAccount(server.url)
    const { post, get } = rest(account)
    const slug = fresh()
    const { id } = await post('/imports', { name: 'a.csv', program: 'bitly' })
    await post(`/imports/${id}/parts`, {
      index: 0,
      text: `Link,Long URL\nbit.ly/${slug},https://example.com/\n`,
      last: true,
    })
    await expect.poll(async () => (await get('/imports')).items[0].state).toBe('READY')
    await post(`/imports/${id}/start`)
    await expect.poll(async () => (await get('/imports')).items[0].state).toBe('DONE')
    expect(await slugsOf(account)).toEqual([slug])
  })

  function rest({ headers }: Account) {
    const send = async (method: string, path: string, body?: object) => {
      const type = { 'content-type': 'application/json' }
      const response = await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: { ...headers, ...type },
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      })
      expect(response.ok).toBe(true)
      // biome-ignore lint/suspicious/noExplicitAny: tests look into the JSON
      return (await response.json()) as any
    }
    return {
      post: (path: string, body?: object) => send('POST', path, body),
      get: (path: string) => send('GET', path),
    }
  }
})
