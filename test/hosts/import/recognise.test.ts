import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { recognise } from '../../../hosts/import/read/recognise.ts'
import { UnreadableFile } from '../../../hosts/import/unreadable-file.ts'
import { fixture } from '../cli/import/importing.ts'

const FILES = readdirSync(fixture('')).filter((name) => name !== 'README.md')

/** The text in two pieces. */
async function* inTwo(text: string) {
  yield text.slice(0, 100)
  yield text.slice(100)
}

describe('the program that wrote a file', () => {
  it.each(FILES)('is recognised by the columns of %s', async (name) => {
    const program = await recognise(name, inTwo(readFileSync(fixture(name), 'utf8')))
    expect(program?.name).toBe(name.split(/[.-]/)[0])
  })

  it.each([
    ['slug,target\na,https://example.com/', 'shortlink'],
    ['[{"slug":"a","target":"https://example.com/"}]', 'shortlink'],
    ['name,address of a friend\nAda,London', undefined],
    ['[]', undefined],
  ])('of %j is %s', async (text, name) => {
    expect((await recognise('links', inTwo(text)))?.name).toBe(name)
  })

  it.each([
    ['"slug,target\na,https://example.com/', 'links: the first line has an unclosed quote'],
    [`${'{"links":'.repeat(50_000)}{}${'}'.repeat(50_000)}`, 'links: the values are nested too deeply'],
  ])('is refused with the file’s name for a text that cannot be read: %#', async (text, message) => {
    const refused = recognise('links', inTwo(text))
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toBeInstanceOf(UnreadableFile)
  })
})
