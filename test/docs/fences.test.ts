import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { program } from '../../hosts/cli/program.ts'
import root from '../../package.json' with { type: 'json' }
import { fencesOf } from '../support/fences.ts'

const pages = [
  'README.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...globSync('{core,adapters,hosts,client}/README.md'),
  ...globSync('docs/**/*.md'),
]

const CLONE = 'test/packages/clone.test.ts'
const PACKAGES = 'test/packages/packages.test.ts'
const COMMAND = 'test/packages/command.test.ts'
const README = 'test/docs/readme.test.ts'
const SNIPPETS = 'test/docs/snippets.test.ts'
const MOVING = 'test/docs/moving-in.test.ts'
const EVENTS = 'test/docs/events.test.ts'
const RULES = 'test/docs/rules.test.ts'
const QR = 'test/docs/qr.test.ts'
const DOMAINS = 'test/docs/domains.test.ts'
const LINK_LIFE = 'test/docs/link-life.test.ts'
const ANALYTICS = 'test/docs/analytics.test.ts'
const KEYS = 'test/docs/keys.test.ts'
const REST = 'test/docs/rest.test.ts'
const VISITS_OUT = 'test/docs/visits-out.test.ts'
const NEXT = 'test/packages/slow/next.test.ts'
const DRAWN = 'a picture'

const EACH_SURFACE = ['graphql', 'json', 'sh']
/** docs/links.md shows a schedule over each surface, and other options over GraphQL or the command line. */
const LINK_FENCES = [
  ...EACH_SURFACE,
  ...EACH_SURFACE,
  ...['sh', 'sh', 'graphql', 'sh', ''],
  ...['graphql', 'sh', ''],
  ...['graphql', 'sh', 'graphql', 'graphql', 'sh', 'graphql', 'sh'],
]

/** What a reader could paste, in the order of each page, and the test that runs it; or why none does. */
const RUN_BY: Readonly<Record<string, readonly string[]>> = {
  'README.md': [`sh: ${CLONE}`, `sh: ${README}`, `: ${README}`, `sh: ${README}`, `sh: ${README}`, `: ${README}`],
  // There is no container engine here to run the last line, so its parts are checked separately.
  'client/README.md': [`sh: ${PACKAGES}`, ...Array(4).fill(`ts: ${PACKAGES}`)],
  'docs/deploying.md': [`sh: ${README}`],
  'docs/analytics.md': [
    ...EACH_SURFACE.map((language) => `${language}: ${ANALYTICS}`),
    `: ${DRAWN}`,
    ...['graphql', 'graphql', 'sh', 'graphql'].map((language) => `${language}: ${ANALYTICS}`),
  ],
  'docs/architecture.md': [`mermaid: ${DRAWN}`, `mermaid: ${DRAWN}`],
  'docs/billing.md': [`sh: ${SNIPPETS}`],
  'docs/contributing.md': [`sh: ${CLONE}`],
  'docs/domains.md': [...Array(3).fill(`sh: ${DOMAINS}`), `: ${DOMAINS}`, ...Array(2).fill(`sh: ${DOMAINS}`)],
  'docs/embedding.md': [`ts: ${PACKAGES}`, `ts: ${PACKAGES}`, `js: ${NEXT}`, `ts: ${PACKAGES}`],
  'docs/events.md': [`graphql: ${SNIPPETS}`, `: ${EVENTS}`, ...Array(7).fill(`json: ${EVENTS}`), `js: ${EVENTS}`],
  'docs/keys.md': ['sh', 'sh', '', 'sh'].map((language) => `${language}: ${KEYS}`),
  'docs/links.md': LINK_FENCES.map((language) => `${language}: ${LINK_LIFE}`),
  'docs/mcp.md': [
    'sh: not run: Claude Code is not among what is installed; tried by hand',
    ...Array(5).fill(`json: ${SNIPPETS}`),
    'sh: not run: the Inspector would be fetched at every run; tried by hand',
    `sh: ${SNIPPETS}`,
    'sh: outside-issuer.test',
    `sh: ${SNIPPETS}`,
  ],
  'docs/moderation.md': Array(5).fill('sh: moderation.test'),
  'docs/moving-in.md': [`sh: ${MOVING}`, `sh: ${MOVING}`, `: ${MOVING}`, ...Array(8).fill(`sh: ${MOVING}`)],
  'docs/operating.md': [`yaml: ${SNIPPETS}`],
  'docs/qr.md': [`sh: ${QR}`, `json: ${QR}`],
  'docs/quick-start.md': [`sh: ${COMMAND}`, `sh: ${COMMAND}`, `: ${COMMAND}`],
  'docs/rest.md': ['sh', 'json', 'sh', 'json', 'sh', 'text', 'sh', 'json', 'sh', 'json'].map(
    (language) => `${language}: ${REST}`,
  ),
  'docs/rules.md': [...Array(4).fill(`json: ${RULES}`), `graphql: ${RULES}`],
  'docs/threat-model.md': [`mermaid: ${DRAWN}`],
  'docs/upgrading.md': [`sh: ${CLONE}`],
  'docs/visits-out.md': ['sh', 'json', 'sh', 'sh', 'sh', 'sh', 'text'].map((language) => `${language}: ${VISITS_OUT}`),
  'docs/writing-an-adapter.md': [`sh: ${PACKAGES}`, ...Array(6).fill(`ts: ${PACKAGES}`), `sh: ${PACKAGES}`],
}

describe('what pages show for pasting', () => {
  // Written whole by the test that sends what it shows; only its preface is by hand.
  it.each(pages.filter((page) => page !== 'docs/api.md'))('every code block in %s is run by a test', (page) => {
    const listed = RUN_BY[page] ?? []
    expect(fencesOf(page).map(({ language }) => language)).toEqual(
      listed.map((entry) => entry.slice(0, entry.indexOf(':'))),
    )
    const tests = listed.map((entry) => entry.slice(entry.indexOf(':') + 2)).filter((by) => by.startsWith('test/'))
    expect(tests.filter((test) => !existsSync(test))).toEqual([])
  })

  it('few code blocks are exempt from being run', () => {
    const notRun = Object.values(RUN_BY)
      .flat()
      .filter((entry) => entry.includes(': not run: '))
    expect(notRun.length).toBeLessThanOrEqual(2)
  })
})

/** Everything on the page that is set as code. */
function codeOf(page: string): string[] {
  const inline = [...readFileSync(page, 'utf8').matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = '']) => code)
  return [...inline, ...fencesOf(page).flatMap(({ code }) => code.split('\n'))]
}

it.each(pages)('%s names existing scripts, commands and options only', (page) => {
  const code = codeOf(page)
  const scripts = code.flatMap((line) => [...line.matchAll(/npm (?:run (?:--silent )?([\w:]+)|(test|start)\b)/g)])
  expect(scripts.map(([, run, own]) => run ?? own ?? '').filter((name) => !(name in root.scripts))).toEqual([])
  const commands = code.flatMap((line) => [...line.matchAll(/(?<=^|[$(] ?|npx )shortlink ([^)#]+)/g)])
  const words = commands.map(([, line = '']) => line.trim().split(/\s+/))
  expect(words.filter((line) => !isUnderstood(program, line))).toEqual([])
})

/** Whether the words are a command and options of it. */
function isUnderstood(command: typeof program, [word = '', ...rest]: readonly string[]): boolean {
  const inner = command.commands.find((one) => one.name() === word)
  if (inner !== undefined) return isUnderstood(inner, rest)
  const known = new Set([...program.options, ...command.options].map(({ long }) => long))
  if (command.commands.length > 0) return word === '' || word === '…' || known.has(word)
  return [word, ...rest].filter((part) => part.startsWith('--')).every((option) => known.has(option))
}
