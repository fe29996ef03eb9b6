import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const page = readFileSync('docs/contributing.md', 'utf8')

it('each command in docs/contributing.md that runs some of the tests finds them', () => {
  const commands = [...page.matchAll(/`npm test -- [^`]*?(test\/[^\s`]+)(?: -t '([^']+)')?[^`]*`/g)]
  expect(commands.length).toBeGreaterThan(4)
  for (const [command, path = '', words = ''] of commands) {
    const files = globSync(`${path}{*,/**/*}.test.ts`)
    expect(files, command).not.toEqual([])
    const names = files.flatMap((file) => readFileSync(file, 'utf8').match(/\bit(\.\w+\(.*\))?\((['`]).+\2/g) ?? [])
    expect(
      names.some((name) => name.includes(words)),
      command,
    ).toBe(true)
  }
})

it('the example in docs/contributing.md counts its files, which exist unless they are new', () => {
  const [, count] = /touches (\d+) production files/.exec(page) ?? []
  const rows = [...page.matchAll(/^\| `((?:core|adapters|hosts|client)\/[^`]+)` \| (.*) \|$/gm)]
  expect(rows).toHaveLength(Number(count))
  for (const [, file = '', change = ''] of rows)
    expect([file, existsSync(file)]).toEqual([file, !change.startsWith('new:')])
})
