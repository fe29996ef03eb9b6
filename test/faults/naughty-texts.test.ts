import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schema } from '../../hosts/graphql/schema.ts'
import { allTools } from '../../hosts/mcp/tools/tools.ts'
import { shortlink } from '../hosts/cli/shortlink.ts'
import { rawClient, toolCall } from '../hosts/mcp/client.ts'
import { administrators } from '../support/administrators.ts'
import { newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { graphqlTextPlaces, SAID_OF_TEXTS } from '../support/graphql-places.ts'
import { selectionOf } from '../support/graphql-values.ts'
import type { JsonSchema } from '../support/json-samples.ts'
import { sendAll } from '../support/kept-alive.ts'
import { FEW_NAUGHTY_TEXTS, INSIDES, NAUGHTY_TEXTS } from '../support/naughty-texts.ts'
import { statusesOf } from '../support/raw-http.ts'
import { encoded, HEADERS_TO_FILL, onOneLine, PATHS_TO_FILL } from '../support/request-places.ts'
import { sample, scale } from '../support/scale.ts'
import { startTestServer, withPatientReads } from '../support/server.ts'
import { toolTextPlaces, withText } from '../support/tool-places.ts'

/** A request, and what it is in words. */
interface Asked {
  readonly what: string
  readonly text: string
  readonly bytes: string
}

const post = (path: string, headers: string, content: unknown): string => {
  const body = Buffer.from(JSON.stringify(content)).toString('latin1')
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`
}

const bodyOf = (answer: string) =>
  JSON.parse(Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1').toString())

it('there are at least 738 naughty texts', () => {
  expect(NAUGHTY_TEXTS.length).toBeGreaterThanOrEqual(738)
})

describe('naughty texts sent to a server', () => {
  const folder = temporaryFolder()
  const database = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'shortlink.db')}` }
  let server: Awaited<ReturnType<typeof startTestServer>>
  let me: Awaited<ReturnType<typeof newAccount>>
  let key: string
  let mine: { page: string; link: string; bioLink: string; webhook: string }
  let sent = 0
  let places = 0
  const nextTexts = () => sample(NAUGHTY_TEXTS, places++, 50)

  beforeAll(async () => {
    const { configure, promote } = administrators()
    server = await startTestServer({
      settings: { ...database, DEFAULT_PLAN: 'PRO', TRUST_PROXY: '1' },
      configure: (root) => configure(withPatientReads(root) as typeof root),
    })
    me = await newAccount(server.url)
    await promote(me)
    const { data } = await me.ask(`mutation {
      createApiKey(label: "mine") { secret }
      createShortlinks(inputs: [{ target: "https://example.com/", shortlink: "kept" }]) { shortlink { id } }
      createBioPage(input: { slug: "kept" }) { id }
      createWebhook(input: { url: "https://example.com/", events: ["bio.viewed"] }) { id }
    }`)
    key = data.createApiKey.secret
    const page = data.createBioPage.id
    const added = await me.ask(
      `mutation { addBioLink(bioPageId: "${page}", input: { url: "https://example.com/" }) { id } }`,
    )
    mine = {
      page,
      link: data.createShortlinks[0].shortlink.id,
      bioLink: added.data.addBioLink.id,
      webhook: data.createWebhook.id,
    }
  })
  afterAll(() => server.close('tests are over'))

  /** Sends all texts; returns those whose answer was a server error, leaked internals, or failed `sound`. */
  async function faults(requests: Iterable<Asked>, sound: (answer: string) => boolean = () => true) {
    const found: object[] = []
    await sendAll(server.url, requests, ({ what, text }, answer) => {
      sent += 1
      const [status = 599, ...more] = statusesOf(answer)
      if (status < 500 && more.length === 0 && !INSIDES.test(answer) && sound(answer)) return
      found.push({ what, text: text.slice(0, 200), answer: answer.slice(0, 600) })
    })
    return found.slice(0, 20)
  }

  it('a naughty text is accepted or refused with a message in every argument of GraphQL', async () => {
    const records: Readonly<Record<string, object>> = {
      updateShortlinks: { id: mine.link },
      updateBioPage: { id: mine.page },
      addBioLink: { bioPageId: mine.page },
      updateBioLink: { id: mine.bioLink },
      updateWebhook: { id: mine.webhook },
      sendTestEvent: { webhookId: mine.webhook },
    }
    let pages = 0
    function* requests(): Generator<Asked> {
      for (const { operation, title, isSlow, query, variables } of graphqlTextPlaces()) {
        for (const text of isSlow ? FEW_NAUGHTY_TEXTS : nextTexts()) {
          const known = { slug: `page-${pages++}`, ...records[operation] }
          const headers = `Authorization: Bearer ${me.token}\r\n`
          yield { what: title, text, bytes: post('/graphql', headers, { query, variables: variables(text, known) }) }
        }
      }
    }
    const inWords = (answer: string) => {
      const { errors = [] } = bodyOf(answer) as { errors?: { extensions: { code: string } }[] }
      return answer.startsWith('HTTP/1.1 200 ') && errors.every(({ extensions }) => SAID_OF_TEXTS.has(extensions.code))
    }
    expect(await faults(requests(), inWords)).toEqual([])
  })

  it('a naughty text is accepted or refused with a message in every argument of every tool', async () => {
    const { session } = await rawClient(`${server.url}/mcp?toolsets=all`, key).open()
    const headers = `X-Api-Key: ${key}\r\nMcp-Session-Id: ${session}\r\n`
    function* requests(): Generator<Asked> {
      for (const { listed } of allTools) {
        const schema = listed.inputSchema as JsonSchema
        for (const place of toolTextPlaces(schema)) {
          for (const text of place.at(-1) === 'password' ? FEW_NAUGHTY_TEXTS : nextTexts()) {
            const call = toolCall(listed.name, withText(schema, place, text) as object)
            yield { what: `${listed.name} ${place.join('.')}`, text, bytes: post('/mcp', headers, call) }
          }
        }
      }
    }
    const inWords = (answer: string) =>
      answer.startsWith('HTTP/1.1 200 ') &&
      typeof bodyOf(answer).result?.content?.[0]?.text === 'string' &&
      !answer.includes('Internal server')
    expect(await faults(requests(), inWords)).toEqual([])
  })

  it('a naughty text is answered in every part of a path', async () => {
    function* requests(): Generator<Asked> {
      for (const path of PATHS_TO_FILL) {
        for (const text of nextTexts()) {
          if (text.length > 3000) continue
          for (const filled of [path(encoded(text)), path(onOneLine(text))]) {
            yield { what: path('…'), text, bytes: `GET ${filled} HTTP/1.1\r\nHost: localhost\r\n\r\n` }
          }
        }
      }
    }
    expect(await faults(requests())).toEqual([])
  })

  it('a naughty text is answered in every header', async () => {
    const body = '{"query":"{ ping }"}'
    function* requests(): Generator<Asked> {
      for (const name of HEADERS_TO_FILL) {
        const others = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`]
          .filter((header) => !header.toLowerCase().startsWith(`${name}:`))
          .join('\r\n')
        for (const text of nextTexts()) {
          if (text.length > 3000) continue
          const given = `${name}: ${onOneLine(text)}\r\n`
          const host = name === 'host' ? '' : 'Host: localhost\r\n'
          const path = name.startsWith('mcp-') ? '/mcp' : '/graphql'
          yield { what: `${name} GET`, text, bytes: `GET /kept HTTP/1.1\r\n${host}${given}\r\n` }
          yield { what: `${name} POST`, text, bytes: `POST ${path} HTTP/1.1\r\n${others}\r\n${given}\r\n${body}` }
        }
      }
    }
    expect(await faults(requests())).toEqual([])
    expect(sent).toBeGreaterThan(scale(45_000))
  })

  it('naughty texts leave every record readable, page by page', async () => {
    const reads = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ args }) =>
      args.every(({ type }) => !String(type).endsWith('!')),
    )
    for (const field of reads) {
      const { errors } = await me.ask(`{ ${field.name} ${selectionOf(field.type, 2)} }`)
      expect([field.name, errors]).toEqual([field.name, []])
    }
    const slugs: string[] = []
    const PAGE =
      'query ($skip: Int) { shortlinkConnection(skip: $skip, take: 100) { totalCount items { id shortlink target title rules { type value target } hits { id ip } } } }'
    for (let total = 1; slugs.length < total; ) {
      const { data, errors } = await me.ask(PAGE, { skip: slugs.length })
      expect(errors).toEqual([])
      total = data.shortlinkConnection.totalCount
      slugs.push(...data.shortlinkConnection.items.map(({ shortlink }: { shortlink: string }) => shortlink))
    }
    expect(slugs.length).toBeGreaterThan(scale(1000))
    const { data } = await me.ask('{ bioPages { slug } }')
    const paths = [
      ...slugs.flatMap((slug) => [`/${slug}`, `/${slug}/qr.svg`]),
      ...data.bioPages.map(({ slug }: { slug: string }) => `/bio/${slug}`),
    ]
    const get = (path: string) => ({
      what: path,
      text: '',
      bytes: `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n`,
    })
    expect(await faults(paths.map(get), (answer) => /^HTTP\/1\.1 (200|302) /.test(answer))).toEqual([])
  })

  it('naughty texts leave every record readable over MCP and in exports', async () => {
    const { send } = await rawClient(`${server.url}/mcp?toolsets=all`, key).open()
    for (const { listed } of allTools.filter(({ listed }) => !listed.inputSchema.required?.length)) {
      const text = await (await send(toolCall(listed.name, {}))).text()
      expect([listed.name, JSON.parse(text).result?.isError ?? false]).toEqual([listed.name, false])
    }
    const file = join(folder, 'links.csv')
    const user = ['--user', me.email]
    expect(await shortlink(database, ['link', 'export', file, ...user])).toMatchObject({ code: 0 })
    const moved = await shortlink(database, ['link', 'import', file, '--from', 'shortlink', '--json', ...user])
    const { rows, present, bad } = JSON.parse(moved.stdout)
    expect(rows).toBeGreaterThan(scale(1000))
    expect({ present, bad }).toEqual({ present: rows, bad: 0 })
  })
})
