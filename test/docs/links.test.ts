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
