import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const FOLDER = 'hosts/dash'
const COMPONENTS = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.includes('node_modules'))
  .map((file) => join(FOLDER, file))

/** Classes that a component takes from its CSS modules, with whether the module has them; the types know any name. */
function classesOf(file: string) {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(/import (\w+) from '(\S+\.module\.css)'/g)].flatMap(([, styles, path = '']) => {
    const sheet = readFileSync(join(dirname(file), path), 'utf8')
    const isThere = (name: string) => new RegExp(`\\.${name}\\b`).test(sheet)
    // Not the style sheet of an import.
    const names = [...source.matchAll(new RegExp(`\\b${styles}\\.(?!module\\b)(\\w+)`, 'g'))].map(
      ([, name = '']) => name,
    )
    return names.map((name) => ({ file, name, isThere: isThere(name) }))
  })
}

it('each class that a component names is in its style sheet', () => {
  const classes = COMPONENTS.flatMap(classesOf)
  expect(classes.length).toBeGreaterThan(100)
  expect(classes.filter(({ isThere }) => !isThere)).toEqual([])
})
