import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createLink, makeQrCode } from '@shortlink/core'
import { beforeAll, expect, it } from 'vitest'
import { createQrRoute, QR_PARAMETERS } from '../../hosts/http/routes/qr.ts'
import { connect } from '../hosts/mcp/client.ts'
import { newAccount } from '../support/api.ts'
import { callHandler } from '../support/call-handler.ts'
import { temporaryFolder } from '../support/databases.ts'
import { blocksOf } from '../support/fences.ts'
import { publicApp } from '../support/public-app.ts'
import { readQr, readSvgQr } from '../support/read-qr.ts'
import { useTestServer } from '../support/server.ts'
import { table, withPart } from '../support/written-part.ts'

const PAGE = 'docs/qr.md'
const { app, user } = await publicApp()
const route = createQrRoute({ app })
/** Requests the QR code at a path of the page. */
const get = (path: string) => {
  const [, slug = '', format] = /^\/([^/]+)\/qr(?:\.(\w+))?/.exec(path) ?? []
  return callHandler(route, path, { params: { slug, ...(format !== undefined && { format }) } })
}
const page = readFileSync(PAGE, 'utf8')

beforeAll(async () => {
  await app.run(createLink, user, { target: 'https://example.com/a/long/way', slug: 'hello' })
})

/** `npm run test:surfaces -- test/docs/qr -u` rewrites the tables of the page and its pictures. */
it('docs/qr.md lists parameters and errors as the server has them', async () => {
  const parts = { parameters: parametersTable(), errors: await errorsTable() }
  const written = Object.entries(parts).reduce((text, [name, part]) => withPart(text, name, part), page)
  await expect(written).toMatchFileSnapshot(`../../${PAGE}`)
})

/** Examples: a picture, and the path that draws it. */
const examples = [...page.matchAll(/^\| !\[[^\]]+\]\(pictures\/([^)]+)\) \| `([^`]+)` \|$/gm)].map(
  ([, picture = '', path = '']) => ({ picture, path }),
)

it('docs/qr.md shows pictures of its examples', () => expect(examples.length).toBeGreaterThanOrEqual(4))

it.each(examples)(
  'the picture $picture in docs/qr.md is the answer to its path, and can be scanned',
  async ({ picture, path }) => {
    const { status, body } = await get(path)
    expect(status).toBe(200)
    await expect(body).toMatchFileSnapshot(`../../docs/pictures/${picture}`)
    expect(readSvgQr(String(body))).toEqual({ text: 'https://sho.rt/hello', width: 175, height: 175 })
  },
)

const MEANINGS: Readonly<Record<keyof typeof QR_PARAMETERS, string>> = {
  size: 'width and height in pixels',
  ecc: 'error correction, from least to most',
  margin: 'width of the quiet zone in modules (squares)',
  color: 'color of the dark modules, three or six digits, with or without `#` (`%23` in a URL)',
  bgColor: 'background color',
  track: 'add `utm_medium=qr` to the encoded URL',
}

/** Limits by core's errors, defaults by its parser, and the aliases that the path accepts. */
function parametersTable() {
  const defaults: Readonly<Record<string, unknown>> = makeQrCode.input.parse({ slug: 'hello' })
  const rows = Object.entries(QR_PARAMETERS).map(([name, names]) => {
    const refused = makeQrCode.input.safeParse({ slug: 'hello', [name]: 'unknown' }).error?.issues[0]?.message ?? ''
    return [
      names.map((one) => `\`${one}\``).join(', '),
      MEANINGS[name as keyof typeof QR_PARAMETERS],
      refused.replace(`${name} must be `, ''),
      `\`${defaults[name]}\``,
    ]
  })
  return table(['parameter', 'meaning', 'value', 'default'], rows)
}

async function errorsTable() {
  const paths = [
    '/hello/qr.svg?size=2000',
    '/hello/qr.svg?color=fff&bgColor=eee',
    '/hello/qr.gif',
    '/hello/qr.svg?format=png',
    '/no-such-link/qr.svg',
  ]
  const rows = []
  for (const path of paths) {
    const { status, body } = await get(path)
    rows.push([`\`${path}\``, String(status), `\`${body}\``])
  }
  return table(['path', 'status', 'text'], rows)
}

const server = useTestServer()

it('the requests of docs/qr.md give a picture, over HTTP and over MCP', async () => {
  const account = await newAccount(server.url)
  await account.ask('mutation { createShortlink(target: "https://example.com/", shortlink: "hello") }')
  const [command = ''] = blocksOf(PAGE, 'sh')
  const folder = temporaryFolder()
  await promisify(execFile)('bash', ['-c', command.replace('https://sho.rt', server.url)], { cwd: folder })
  const poster = readQr(readFileSync(join(folder, 'poster.png')))
  expect(poster).toMatchObject({ text: expect.stringMatching(/\/hello$/), width: 1024, height: 1024 })

  const { data } = await account.ask('mutation { createApiKey(label: "tests") { secret } }')
  const { call } = await connect(`${server.url}/mcp`, data.createApiKey.secret)
  const [{ name, arguments: args } = { name: '', arguments: {} }] = blocksOf(PAGE, 'json').map((json) =>
    JSON.parse(json),
  )
  const { qrCode, ...rest } = await call(name, args)
  expect(rest).toEqual({ url: poster.text, format: 'png', size: 512 })
  expect(readQr(Buffer.from(qrCode, 'base64'))).toMatchObject({ text: poster.text, width: 512 })
})
