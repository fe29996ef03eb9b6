import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const BUILT = 'hosts/dist/dash'

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
}

const manifest = () => JSON.parse(readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** Kilobytes of a built file in gzip at its highest level. */
const gzipKb = (file: string) => gzipSync(readFileSync(join(BUILT, file)), { level: 9 }).length / 1000

/** A chunk and all that it imports at once. */
function withImports(chunks: Record<string, Chunk>, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const imported of chunks[name]?.imports ?? []) withImports(chunks, imported, seen)
  return seen
}

it('the first load has at most 70 kB of scripts and 12 kB of styles, each later chunk at most 30 kB, all together 300 kB', () => {
  const chunks = manifest()
  const entry = Object.keys(chunks).find((name) => chunks[name]?.isEntry) ?? ''
  const first = [...withImports(chunks, entry)]
  const scripts = first.reduce((sum, name) => sum + gzipKb(chunks[name]?.file ?? ''), 0)
  const styles = Object.values(chunks)
    .filter(({ file }) => file.endsWith('.css'))
    .reduce((sum, { file }) => sum + gzipKb(file), 0)
  expect([scripts > 10 && scripts <= 70, styles > 1 && styles <= 12]).toEqual([true, true])
  // With the shell and two queries five requests before the list shows.
  expect(readFileSync(join(BUILT, 'index.html'), 'utf8').match(/\/dash\/assets\//g)).toHaveLength(2)
  const all = [...new Set(Object.values(chunks).map(({ file }) => file))]
  const ofFirst = new Set(first.map((name) => chunks[name]?.file))
  for (const file of all.filter((one) => !ofFirst.has(one))) expect([file, gzipKb(file) <= 30]).toEqual([file, true])
  expect(all.reduce((sum, file) => sum + gzipKb(file), 0)).toBeLessThanOrEqual(300)
})

it('every file of the build is there compressed, and none names a place outside or a folder of the machine that built it', () => {
  for (const { file } of Object.values(manifest())) {
    expect([file, ...['br', 'gz'].map((end) => existsSync(join(BUILT, `${file}.${end}`)))]).toEqual([file, true, true])
    expect([file, readFileSync(join(BUILT, file), 'utf8').includes(process.cwd())]).toEqual([file, false])
  }
  const shell = readFileSync(join(BUILT, 'index.html'), 'utf8')
  expect(shell).not.toMatch(/https?:\/\//)
  expect(shell).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=/)
})
