import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const pages = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file)),
].filter((file) => file.endsWith('.md') && existsSync(file))

it.each(pages)('every file that %s links to exists', (page) => {
  const text = readFileSync(page, 'utf8').replaceAll(/```.*?```/gs, '')
  const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link = '']) => link)
  const files = links.filter((link) => !/^[a-z]+:/.test(link))
  expect(files.filter((file) => !existsSync(join(dirname(page), file)))).toEqual([])
})

/** Files that pages name and that are not here: made by the reader, or of the past. */
const ABSENT = ['deploy/.env', 'adapters/sql/migrations/links/reference.ts']

it.each(pages.filter((page) => !page.startsWith('docs/adr/')))('every file that %s names as code exists', (page) => {
  const named = [
    ...readFileSync(page, 'utf8').matchAll(/`((?:core|adapters|hosts|test|docs|deploy|build)\/[\w./-]+)`/g),
  ]
  const files = named.map(([, file = '']) => file).filter((file) => !ABSENT.includes(file))
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
