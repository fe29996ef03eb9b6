import { beforeAll, expect, it } from 'vitest'
import { ROWS } from '../../../../hosts/cli/rows/index.ts'
import { spawnServer, testEnvironment } from '../../../support/server.ts'
import { runInProcess, wordsOf } from '../in-process.ts'

/** The examples of every command that takes `--server`, except those about a custom domain. */
const EXAMPLES = ROWS.filter(({ remotely }) => remotely).flatMap((row) =>
  row.examples
    .filter((example) => !/--host|--json/.test(example))
    .map((example) => [example.replace(' --user ada@example.com', ''), row] as const),
)

let database: Record<string, string>
let url: string
beforeAll(async () => {
  database = await testEnvironment('sqlite')
  await runInProcess(database, ['migrate'])
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

let accounts = 0

/** An account with a link that has tags and an alias, unless the command creates them. `own` gives each account other names. */
async function prepare(path: string) {
  const number = accounts++
  const own = (text: string) => text.replace(/spring|sale/g, `$&-${number}`)
  const user = ['--user', `${number}@example.com`]
  const run = async (line: string) => {
    const done = await runInProcess(database, [...wordsOf(own(line)), ...(/^link alias|^user/.test(line) ? [] : user)])
    expect(done).toEqual({ code: 0, stdout: expect.any(String), stderr: '' })
    return done.stdout.trim()
  }
  await run(`user create --name Ada --email ${number}@example.com`)
  const key = await run('key create --label remote')
  if (path !== 'link create') await run('link create https://example.com/ --slug spring --tag spring --tag shop')
  if (!/^link (create|alias add)/.test(path)) await run('link alias add spring sale')
  return { own, user, key }
}

/** What differs between two runs, or only operators see. */
const VARYING: Readonly<Record<string, (value: string) => unknown>> = {
  slug: (slug) => (slug === 'spring' ? slug : 'generated'),
  shortUrl: (shortUrl) => new URL(shortUrl).pathname === '/spring',
  owner: () => undefined,
  disabled: () => undefined,
}

async function printedBy(settings: Record<string, string>, words: readonly string[]) {
  const { code, stdout, stderr } = await runInProcess(settings, [...words, '--json'])
  const text = stdout
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/(spring|sale)-\d+/g, '$1')
  const same = (name: string, value: unknown) => (VARYING[name] ? VARYING[name](String(value)) : value)
  return { code, stderr, json: text && JSON.parse(text, same) }
}

it.each(EXAMPLES)('%s prints with --server what it prints on the database', async (example, { path, access }) => {
  const [one, other] = [await prepare(path), await prepare(path)]
  const local = await printedBy(database, [...wordsOf(one.own(example)), ...(access === 'operator' ? [] : one.user)])
  const remote = await printedBy({ SHORTLINK_SERVER: url, SHORTLINK_KEY: other.key }, wordsOf(other.own(example)))
  expect({ local, remote }).toMatchObject({ local: { code: 0 }, remote: local })
})
