import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'
import { findFolderCycles, findLargeFolders } from './folders.ts'

/** The folders of the dashboard's subjects. Each has pages. */
const SUBJECT = '(?!(?:api|frame|public|style|ui|words)/)([a-z]+)'

/** The import rules. `useCases` are the files of core that define one. */
const rules = (useCases: readonly string[]): IForbiddenRuleType[] => [
  {
    name: 'kernel imports nothing of ours',
    from: { path: '^core/kernel/' },
    to: { path: '^(core|adapters|hosts)/', pathNot: '^core/kernel/' },
  },
  {
    name: 'core knows neither adapters nor hosts',
    from: { path: '^core/' },
    to: { path: '^(adapters|hosts)/' },
  },
  {
    name: 'core depends on zod and neverthrow alone',
    from: { path: '^core/', pathNot: '^core/contracts/' },
    to: { path: 'node_modules/', pathNot: 'node_modules/(zod|neverthrow)/' },
  },
  {
    name: 'contracts add vitest',
    from: { path: '^core/contracts/' },
    to: { path: 'node_modules/', pathNot: 'node_modules/(zod|neverthrow|vitest)/' },
  },
  {
    name: 'core does no input or output',
    from: { path: '^core/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    // Contracts may import all of core; only tests of adapters import contracts.
    name: 'contracts are for adapter authors',
    from: { path: '^(core|adapters|hosts)/', pathNot: '^core/contracts/' },
    to: { path: '^core/contracts/' },
  },
  {
    name: 'a slice uses entities, rules and ports of another, not its use cases',
    from: { path: '^core/([^/]+)/', pathNot: '^core/contracts/' },
    to: { path: exactly(useCases), pathNot: '^core/$1/' },
  },
  {
    // The app, the entry and the other files next to the slices may import every slice.
    name: 'a slice does not reach for the door',
    from: { path: '^core/[^/]+/', pathNot: '^core/contracts/' },
    to: { path: '^core/(app|client|use-cases|index|port-types|adapter|host)\\.ts$' },
  },
  {
    name: 'adapters and hosts use core by its entries',
    from: { path: '^(adapters|hosts)/' },
    to: { path: '^core/', pathNot: '^core/(index|port-types|adapter|host)\\.ts$' },
  },
  {
    name: 'hosts need none of what adapters share',
    from: { path: '^hosts/' },
    to: { path: '^core/adapter\\.ts$' },
  },
  {
    name: 'adapters need none of what hosts share',
    from: { path: '^adapters/' },
    to: { path: '^core/host\\.ts$' },
  },
  {
    name: 'an adapter uses no other adapter but sql and kit',
    from: { path: '^adapters/([^/]+)/' },
    to: { path: '^(adapters|hosts)/', pathNot: ['^adapters/$1/', '^adapters/(sql|kit)/'] },
  },
  {
    name: 'kit uses no adapter',
    from: { path: '^adapters/kit/' },
    to: { path: '^(adapters|hosts)/', pathNot: '^adapters/kit/' },
  },
  {
    // A server on Postgres must run without better-sqlite3.
    name: 'only sqlite needs better-sqlite3',
    from: { path: '^(core|adapters|hosts)/', pathNot: '^adapters/sqlite/' },
    to: { path: 'node_modules/better-sqlite3/' },
  },
  {
    name: 'only parts and stores name adapters',
    from: { path: '^hosts/', pathNot: '^hosts/app/(parts|parts/[^/]+|stores)\\.ts$' },
    to: { path: '^adapters/', pathNot: '^adapters/kit/index\\.ts$' },
  },
  {
    name: 'only the command line uses the client',
    from: { path: '^(core|adapters|hosts)/', pathNot: '^hosts/cli/' },
    to: { path: '^client/' },
  },
  {
    name: 'http uses no surface above it',
    from: { path: '^hosts/http/' },
    to: { path: '^hosts/(graphql|mcp|llms|fetch|server|cli)/' },
  },
  {
    name: 'GraphQL and MCP use neither each other nor what serves them',
    from: { path: '^hosts/(graphql|mcp)/' },
    to: { path: '^hosts/(graphql|mcp|llms|fetch|server|cli)/', pathNot: '^hosts/$1/' },
  },
  {
    name: 'the dashboard is a client: core by its entry, its libraries, of the server what draws pages, and imports',
    from: { path: '^hosts/dash/' },
    to: { path: '^(core|adapters|hosts)/', pathNot: '^hosts/(dash|import|http/pages)/|^core/(index|port-types)\\.ts$' },
  },
  {
    // The dashboard draws bio pages with them.
    name: 'what draws pages needs nothing of the server',
    from: { path: '^hosts/http/pages/' },
    to: { path: '^(adapters|hosts)/', pathNot: '^hosts/http/pages/' },
  },
  {
    // Command line and dashboard share it, and the dashboard runs in browsers.
    name: 'import is pure: core by its entry alone',
    from: { path: '^hosts/import/' },
    to: { path: '^(core|adapters|hosts)/', pathNot: '^(hosts/import/|core/index\\.ts$)' },
  },
  {
    name: 'what runs in a browser imports nothing of Node',
    from: { path: '^(hosts/(dash|import|http/pages)|client)/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'nothing imports the dashboard',
    from: { path: '^(core|adapters|hosts)/', pathNot: '^hosts/dash/' },
    to: { path: '^hosts/dash/' },
  },
  {
    name: 'ui and api of the dashboard know no subject',
    from: { path: '^hosts/dash/(ui|api|words)/' },
    to: { path: '^hosts/dash/', pathNot: '^hosts/dash/(ui|api|words)/' },
  },
  {
    // The pages of one link share its head.
    name: 'a subject of the dashboard uses another by its queries',
    from: { path: `^hosts/dash/${SUBJECT}/` },
    to: {
      path: `^hosts/dash/${SUBJECT}/`,
      pathNot: '^hosts/dash/($1/|[a-z]+/[a-z-]*queries\\.ts$|links/link-head\\.tsx$|account/sign-out\\.ts$)',
    },
  },
  {
    name: 'the client depends on openapi-fetch alone',
    from: { path: '^client/' },
    to: { path: '^(core|adapters|hosts)/|node_modules/', pathNot: 'node_modules/openapi-(fetch|typescript-helpers)/' },
  },
  {
    name: 'no cycles',
    from: {},
    to: { circular: true },
  },
  {
    name: 'every import is found',
    from: {},
    // The build of the dashboard generates modules that are not in the file system.
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
]

/** Returns the breaches of the import rules and of the rules for folders in a folder with the packages: one readable line each. */
export async function findBreaches(baseDir: string): Promise<string[]> {
  const useCases = sources(baseDir, 'core').filter((file) =>
    /^export const \w+ = defineUseCase\(\{/m.test(readFileSync(join(baseDir, file), 'utf8')),
  )
  const { output } = await cruise(
    ['core', 'adapters', 'hosts', 'client'],
    {
      baseDir,
      validate: true,
      ruleSet: { forbidden: rules(useCases) },
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^(core|adapters|hosts|client)/(dist|node_modules)/' },
    },
    {
      conditionNames: ['@shortlink/source', 'import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  )
  const { modules, summary } = output as ICruiseResult
  const ours = modules.filter(({ source }) => SOURCE.test(source))
  const imports = ours.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => SOURCE.test(resolved) && resolved !== source)
      .map(({ resolved }) => ({ from: source, to: resolved })),
  )
  return [
    ...summary.violations.map(({ rule, from, to, cycle }) => {
      const path = cycle ? cycle.map((step) => step.name).join(' → ') : to
      return `${rule.name}: ${from} → ${path}`
    }),
    ...findLargeFolders(ours.map(({ source }) => source)),
    ...findFolderCycles(imports),
  ]
}

const SOURCE = /^(core|adapters|hosts|client)\/(?!dist\/|.*node_modules\/).*\.(tsx?|js)$/

const sources = (baseDir: string, folder: string) =>
  readdirSync(join(baseDir, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(^|\/)(dist|node_modules)\//.test(file))
    .map((file) => `${folder}/${file}`)

/** Returns a pattern that matches exactly these paths; it matches nothing if there are none. */
const exactly = (paths: readonly string[]) => `^(${paths.map((path) => path.replaceAll('.', '\\.')).join('|')})$`
