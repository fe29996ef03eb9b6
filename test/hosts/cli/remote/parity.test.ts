import { anonymous } from '@shortlink/core'
import { openShortlink, type Shortlink } from '@shortlink/hosts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROWS } from '../../../../hosts/cli/rows/index.ts'
import { quickPasswords } from '../../../support/ports.ts'
import { spawnServer, testEnvironment } from '../../../support/server.ts'
import { keepingOpen, wordsOf } from '../in-process.ts'

/** The examples of every command that takes `--server`, except those about a custom domain. */
const EXAMPLES = ROWS.filter(({ remotely }) => remotely).flatMap((row) =>
  row.examples
    .filter((example) => !/--host|--json/.test(example))
    .map((example) => [example.replace(' --user ada@example.com', ''), row] as const),
)

let database: Record<string, string>
let url: string
/** The accounts of each example: one for the command on the database, one for the command with `--server`. */
let accounts: (readonly [Prepared, Prepared])[]

beforeAll(async () => {
  database = await testEnvironment('sqlite')
  // Commands would each open the database, and hash passwords at the cost of production.
  const shortlink = await openShortlink(database, (root) => void root.replace('passwords', quickPasswords()))
  accounts = []
  for (const [, { path }] of EXAMPLES) accounts.push([await prepare(shortlink, path), await prepare(shortlink, path)])
  await shortlink.close()
  // In this process the server could not end a transaction while a command waits for its lock.
  let kill: (() => Promise<void>) | undefined
  const server = await spawnServer(database, {
    atEnd: (end) => {
      kill = end
    },
  })
  url = server.url
  return kill
})

type Prepared = Awaited<ReturnType<typeof prepare>>

let prepared = 0
const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g

/** An account with a link that has tags, an alias and a share, unless the command creates them. `own` gives each account other names. */
async function prepare({ as }: Shortlink, path: string) {
  const number = prepared++
  const email = `${number}@example.com`
  const { id } = await as(anonymous).createAccount({ name: 'Ada', email, password: 'engine number nine' })
  const account = as(id)
  const { secret } = await account.createApiKey({ label: 'remote' })
  let share = ''
  const own = (text: string) => text.replace(/spring|sale/g, `$&-${number}`).replace(ID, share)
  if (path !== 'link create') {
    const target = { target: 'https://example.com/', tags: [own('spring'), 'shop'] }
    const link = await account.createLink({ ...target, slug: own('spring') })
    if (path !== 'link alias add') await account.addShortlinkAlias({ id: link.id, slug: own('sale') })
    share = (await account.createStatShare({ linkId: link.id, cards: ['SOURCES'] })).share.id
  }
  return { own, user: ['--user', email], key: secret }
}

/** What differs between two runs, or only operators see. */
const VARYING: Readonly<Record<string, (value: string) => unknown>> = {
  slug: (slug) => (slug === 'spring' ? slug : 'generated'),
  shortUrl: (shortUrl) => new URL(shortUrl).pathname === '/spring',
  url: (url) => new URL(url).pathname.replace(/[\w-]{22}$/, 'token'),
  owner: () => undefined,
  disabled: () => undefined,
}

const runner = keepingOpen(afterAll)

async function printedBy(settings: Record<string, string>, words: readonly string[]) {
  const { code, stdout, stderr } = await runner(settings, [...words, '--json'], 'correct horse')
  const text = stdout
    .replace(ID, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/(spring|sale)-\d+/g, '$1')
  const same = (name: string, value: unknown) => (VARYING[name] ? VARYING[name](String(value)) : value)
  return { code, stderr, json: text && JSON.parse(text, same) }
}

it.each(EXAMPLES.map((example, at) => [...example, at] as const))(
  '%s prints with --server what it prints on the database',
  async (example, { access }, at) => {
    const [one, other] = accounts[at] as (typeof accounts)[number]
    const local = await printedBy(database, [...wordsOf(one.own(example)), ...(access === 'operator' ? [] : one.user)])
    const remote = await printedBy({ SHORTLINK_SERVER: url, SHORTLINK_KEY: other.key }, wordsOf(other.own(example)))
    expect({ local, remote }).toMatchObject({ local: { code: 0 }, remote: local })
  },
)
