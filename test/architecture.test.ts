import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBreaches } from './support/architecture.ts'
import { temporaryFolder } from './support/databases.ts'

const repository = new URL('..', import.meta.url).pathname

/** A small system of the given files, beside ones that break no rule. */
function systemWith(files: Record<string, string>): string {
  const folder = temporaryFolder()
  const sound = {
    'package.json': '{ "type": "module" }',
    'core/kernel/ids.ts': 'export type Id = string',
    'core/use-case.ts': 'export const defineUseCase = <T>(useCase: T) => useCase',
    'core/links/link.ts': `import type { Id } from '../kernel/ids.ts'\nexport interface Link { id: Id }`,
    'core/links/get-link.ts': `import { defineUseCase } from '../use-case.ts'\nexport const getLink = defineUseCase({ name: 'getLink' })`,
    'core/hits/hit.ts': `import type { Link } from '../links/link.ts'\nexport type Hit = Link`,
    'core/index.ts': `export * from './links/get-link.ts'`,
    'core/adapter.ts': `export * from './kernel/ids.ts'`,
    'core/host.ts': `export * from './kernel/ids.ts'`,
    'core/contracts/index.ts': `export * from '../index.ts'`,
    'adapters/sql/index.ts': `export * from '../../core/index.ts'`,
    'adapters/sqlite/index.ts': `export * from '../sql/index.ts'`,
    'adapters/memory/index.ts': `export const memory = 1`,
    'hosts/app/parts.ts': `export * from '../../adapters/sqlite/index.ts'`,
    'hosts/http/server.ts': `export const server = 1`,
    'hosts/graphql/handler.ts': `import '../http/server.ts'`,
    'hosts/server/main.ts': `import '../app/parts.ts'`,
    'client/index.ts': `export const client = 1`,
  }
  for (const [path, text] of Object.entries({ ...sound, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

describe('the import rules', () => {
  it('the sources keep every import rule', async () => {
    expect(await findBreaches(repository)).toEqual([])
  })

  it('a sound system breaks no rule', async () => {
    expect(await findBreaches(systemWith({}))).toEqual([])
  })

  it.each([
    ['core/kernel/bad.ts', '../links/link.ts', 'kernel imports nothing of ours'],
    ['core/kernel/bad.ts', 'type ../links/link.ts', 'kernel imports nothing of ours'],
    ['core/links/bad.ts', '../../adapters/memory/index.ts', 'core knows neither adapters nor hosts'],
    ['core/links/bad.ts', 'node:fs', 'core does no input or output'],
    ['core/links/bad.ts', '../contracts/index.ts', 'contracts are for adapter authors'],
    [
      'core/hits/bad.ts',
      '../links/get-link.ts',
      'a slice uses entities, rules and ports of another, not its use cases',
    ],
    ['core/hits/bad.ts', '../index.ts', 'a slice does not reach for the door'],
    ['adapters/memory/bad.ts', '../../core/links/link.ts', 'adapters and hosts use core by its entries'],
    ['adapters/memory/bad.ts', '../sqlite/index.ts', 'an adapter uses no other adapter but sql and kit'],
    ['adapters/sql/bad.ts', '../sqlite/index.ts', 'an adapter uses no other adapter but sql and kit'],
    ['adapters/memory/bad.ts', '../../hosts/server/main.ts', 'an adapter uses no other adapter but sql and kit'],
    ['adapters/kit/bad.ts', '../sql/index.ts', 'kit uses no adapter'],
    ['hosts/bad.ts', '../adapters/memory/index.ts', 'only parts and stores name adapters'],
    ['hosts/bad.ts', '../core/links/link.ts', 'adapters and hosts use core by its entries'],
    ['hosts/http/bad.ts', '../../client/index.ts', 'only the command line uses the client'],
    ['hosts/http/bad.ts', '../graphql/handler.ts', 'http uses no surface above it'],
    ['hosts/http/bad.ts', 'type ../server/main.ts', 'http uses no surface above it'],
    ['hosts/mcp/bad.ts', '../graphql/handler.ts', 'GraphQL and MCP use neither each other nor what serves them'],
    ['hosts/import/bad.ts', '../http/server.ts', 'import is pure: core by its entry alone'],
    ['hosts/import/bad.ts', 'node:fs', 'what runs in a browser imports nothing of Node'],
    ['client/bad.ts', '../core/index.ts', 'the client depends on openapi-fetch alone'],
    ['client/bad.ts', 'node:fs', 'what runs in a browser imports nothing of Node'],
    ['hosts/dash/bad.ts', 'node:fs', 'what runs in a browser imports nothing of Node'],
    [
      'hosts/dash/bad.ts',
      '../http/server.ts',
      'the dashboard is a client: core by its entry, its libraries, of the server what draws pages, and imports',
    ],
    ['hosts/bad.ts', '../core/adapter.ts', 'hosts need none of what adapters share'],
    ['adapters/memory/bad.ts', '../../core/host.ts', 'adapters need none of what hosts share'],
    ['hosts/import/bad.ts', '../../core/host.ts', 'import is pure: core by its entry alone'],
    ['hosts/bad.ts', './missing.ts', 'every import is found'],
    ['hosts/http/pages/bad.ts', 'node:crypto', 'what runs in a browser imports nothing of Node'],
    ['hosts/http/pages/bad.ts', '../server.ts', 'what draws pages needs nothing of the server'],
  ])('an import of %s → %s breaks a rule', async (file, imported, rule) => {
    const [path = '', type = ''] = imported.split(' ').reverse()
    const breaches = await findBreaches(systemWith({ [file]: `import ${type} {} from '${path}'` }))
    // Some of these imports close a cycle of folders as well.
    expect(breaches.filter((breach) => !breach.startsWith('folders form layers'))).toEqual([
      expect.stringContaining(`${rule}: ${file} → `),
    ])
  })

  it('a library in core other than zod and neverthrow breaks a rule', async () => {
    const files = {
      'node_modules/pg/package.json': '{ "name": "pg", "main": "index.js" }',
      'node_modules/pg/index.js': '',
      'core/links/bad.ts': `import 'pg'`,
      'core/contracts/bad.ts': `import 'pg'`,
    }
    const breaches = await findBreaches(systemWith(files))
    expect(breaches.toSorted()).toEqual([
      expect.stringContaining('contracts add vitest: core/contracts/bad.ts → '),
      expect.stringContaining('core depends on zod and neverthrow alone: core/links/bad.ts → '),
    ])
  })

  it('better-sqlite3 outside the SQLite adapter breaks a rule', async () => {
    const files = {
      'node_modules/better-sqlite3/package.json': '{ "name": "better-sqlite3", "main": "index.js" }',
      'node_modules/better-sqlite3/index.js': '',
      'adapters/sqlite/connection.ts': `import 'better-sqlite3'`,
      'adapters/memory/bad.ts': `import 'better-sqlite3'`,
    }
    expect(await findBreaches(systemWith(files))).toEqual([
      expect.stringContaining('only sqlite needs better-sqlite3: adapters/memory/bad.ts → '),
    ])
  })

  it.each(['', 'type'])('an import cycle that an import %s closes breaks a rule', async (type) => {
    const cycle = {
      'core/links/a.ts': `import { b } from './b.ts'\nexport const a = () => b`,
      'core/links/b.ts': `import ${type} { a } from './a.ts'\nexport const b = () => 1 as unknown as typeof a`,
    }
    const breaches = await findBreaches(systemWith(cycle))
    expect(breaches).toContainEqual(expect.stringContaining('no cycles: core/links/a.ts → core/links/b.ts'))
  })

  it('a folder with more than 20 source files breaks a rule', async () => {
    const crowd = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`core/tags/tag-${index}.ts`, 'export {}']))
    expect(await findBreaches(systemWith(crowd(20)))).toEqual([])
    expect(await findBreaches(systemWith(crowd(21)))).toEqual([
      'a folder has at most 20 source files: core/tags has 21',
    ])
  })

  it('folders that import from each other break a rule, without a cycle of files and by types alone', async () => {
    const files = {
      'hosts/mcp/tools/links.ts': `import type { Call } from '../protocol/call.ts'\nexport type Tool = Call`,
      'hosts/mcp/tools/names.ts': 'export type Name = string',
      'hosts/mcp/protocol/call.ts': 'export type Call = string',
      'hosts/mcp/protocol/post.ts': `import type { Name } from '../tools/names.ts'\nexport type Post = Name`,
    }
    expect(await findBreaches(systemWith(files))).toEqual([
      expect.stringMatching(
        /^folders form layers: in hosts\/mcp, (tools → protocol → tools|protocol → tools → protocol)$/,
      ),
    ])
  })
})

describe('the actor of a call', () => {
  /** Authentication, limits by account, the audit log, and an account's own name and password. */
  const BY_ACTOR =
    /^core\/(identity\/|audit\/|kernel\/caller\.ts$|app\.ts$|links\/bulk\/hash-passwords\.ts$|analytics\/shares\/(create|update)-stat-share\.ts$|contracts\/)/

  it('records are read and written by the owner; only identity and limits use the acting account', () => {
    const files = globSync('core/**/*.ts', { cwd: repository, exclude: ['**/{node_modules,dist}/**'] })
    const offenders = files.filter((file) => {
      const code = readFileSync(join(repository, file), 'utf8')
      return !BY_ACTOR.test(file) && /\bcaller\.userId\b|\{[^{}]*\buserId\b[^{}]*\}/.test(code)
    })
    expect(files.length).toBeGreaterThan(200)
    expect(offenders).toEqual([])
  })
})
