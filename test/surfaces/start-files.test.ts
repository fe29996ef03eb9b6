import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoadedFiles } from '../support/preload/loaded-files.ts'
import { DATABASES, spawnServer, testEnvironment } from '../support/server.ts'

/** A little above the present figures, which decide how long a start takes. */
const MAX = { sqlite: { files: 63, bytes: 1_906_000 }, postgres: { files: 83, bytes: 2_065_000 } }
/** Sources and packages that no redirect needs. */
const LATER =
  /^(adapters\/(oauth|traces)\/|hosts\/(cli|dash|fetch|graphql|import|llms|mcp|rest|tracing)\/(?!toolset-names)|hosts\/http\/dash|node_modules\/(@modelcontextprotocol|@opentelemetry|argon2|csv-parse|graphql|h3|jose|koa|oidc-provider|prom-client|rou3|srvx|stripe|undici)\/)/
/** The comment that the build writes above the code of each source. */
const SOURCE = /^\/\/ (\S+\.[cm]?[jt]sx?)$/m
const PRELOAD = new URL('../support/preload/loaded-files.ts', import.meta.url)

/** Bytes by source, of the files that a server has loaded when it listens. */
function sourcesOf(files: readonly string[]) {
  const bytes = new Map<string, number>()
  for (const url of files) {
    const path = fileURLToPath(url)
    const [head = '', ...parts] = readFileSync(path, 'utf8').split(SOURCE)
    bytes.set(path.slice(path.lastIndexOf('/node_modules/') + 1), head.length)
    for (let at = 0; at < parts.length; at += 2) bytes.set(parts[at] as string, (parts[at + 1] as string).length)
  }
  return bytes
}

/** The sources with the most code, one per line. */
const largest = (sources: ReadonlyMap<string, number>) =>
  [...sources]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 40)
    .map(([source, bytes]) => `${bytes} ${source}`)
    .join('\n')

describe.each(DATABASES)('what a start on %s with sign-in for apps loads before it listens', (database) => {
  let loaded: LoadedFiles
  let sources: ReadonlyMap<string, number>
  let kill: (() => Promise<void>) | undefined
  // `afterAll` in a hook would never run.
  const atEnd = (end: () => Promise<void>) => {
    kill = end
  }
  afterAll(() => kill?.())
  beforeAll(async () => {
    const server = await spawnServer(await testEnvironment(database, { OAUTH: 'true' }), { preload: PRELOAD, atEnd })
    loaded = JSON.parse(/^loaded (.*)$/m.exec(server.log())?.[1] ?? '')
    sources = sourcesOf(loaded.files)
  })

  it('the files and bytes stay within their limits', () => {
    const bytes = [...sources.values()].reduce((sum, size) => sum + size)
    expect(loaded.files.length, loaded.files.join('\n')).toBeLessThanOrEqual(MAX[database].files)
    expect(bytes, largest(sources)).toBeLessThanOrEqual(MAX[database].bytes)
  })

  it('no source of an API, the dashboard or the command line is among them', () => {
    expect([...sources.keys()].filter((source) => LATER.test(source))).toEqual([])
  })

  it('Node has not loaded undici', () => {
    expect(loaded.undici).toBe(false)
  })
})
