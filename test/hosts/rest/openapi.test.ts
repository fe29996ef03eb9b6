import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { LinkId } from '@shortlink/core'
import * as core from '@shortlink/core'
import { aHit } from '@shortlink/core/contracts'
import { expect, it } from 'vitest'
import { docsPage } from '../../../hosts/rest/docs/docs-page.ts'
import { HIT_FORMATTING, toHitRow } from '../../../hosts/rest/hit-rows.ts'
import { openApiDocument } from '../../../hosts/rest/openapi/document.ts'
import { EXPORT_EXAMPLES, VisitRow } from '../../../hosts/rest/openapi/visits.ts'
import { rows } from '../../../hosts/rest/rows.ts'
import { temporaryFolder } from '../../support/databases.ts'

const document = openApiDocument({ rows, baseUrl: 'https://sho.rt', version: '1.0.0' })

function isUseCase(value: unknown): value is { readonly name: string; readonly access: string } {
  return typeof value === 'object' && value !== null && 'run' in value && 'input' in value
}

const ADMINISTRATION = Object.values(core).flatMap((value) =>
  isUseCase(value) && value.access === 'admin' ? [value.name] : [],
)

/** Use cases without a REST operation. */
const ELSEWHERE = new Set([
  // Sessions: programs have keys.
  ...['logIn', 'logOut', 'signUp', 'createAccount', 'changePassword'],
  'useResetLink',
  // People connect apps, in the dashboard.
  ...['approveApp', 'denyApp', 'disconnectApp', 'getPendingApp', 'listConnectedApps'],
  // Administrators have no API keys.
  ...ADMINISTRATION,
  // Pages of the payment provider, for people.
  ...['openCheckout', 'openPortal'],
  // Public pages have routes of their own.
  ...['followLink', 'makeQrCode', 'getBioPage', 'getService'],
  // Parts of other operations: rules of a link, and other forms of the same lists.
  ...['getLinkRules', 'linkVisits', 'listHits', 'browseBioPages', 'getProfile'],
  // The import has a dry run and files of other programs: `shortlink import`.
  'importLinks',
])

it('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
})

it('a linter finds nothing', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  // Literal segments take precedence, so `/links/by-slug/{slug}` is never taken for `/links/{id}/hits`.
  const options = ['--skip-rule', 'no-ambiguous-paths', '--format', 'json']
  const { stdout } = spawnSync(
    process.execPath,
    [createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js'), 'lint', file, ...options],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  expect(JSON.parse(stdout.slice(stdout.indexOf('{'))).problems).toEqual([])
})

it('every use case has an operation, or is listed as one that has none', () => {
  const withRoute = new Set(rows.map(({ useCase }) => useCase.name))
  const all = Object.values(core).flatMap((value) => (isUseCase(value) ? [value.name] : []))
  expect(all.filter((name) => !withRoute.has(name) && !ELSEWHERE.has(name))).toEqual([])
  expect([...ELSEWHERE].filter((name) => withRoute.has(name))).toEqual([])
})

it('operations have different ids and paths', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(new Set(rows.map(({ method, path }) => `${method} ${path}`)).size).toBe(rows.length)
})

it('schemas of responses accept members of later versions', () => {
  expect(JSON.stringify(document.components.schemas)).not.toContain('"additionalProperties":false')
})

it('the page names every operation, has no scripts and no outside resources, and stays under 300 KB', () => {
  const page = docsPage(document)
  for (const { id, path } of rows) {
    expect(page).toContain(`<article id="${id}">`)
    expect(page).toContain(`/api/v1${path}`)
  }
  for (const [, target] of page.matchAll(/href="#([^"]*)"/g)) expect(page).toContain(`id="${target}"`)
  expect(page).not.toMatch(/<script|<img|<iframe|src=|@import|url\((?!#)/)
  expect(Buffer.byteLength(page)).toBeLessThan(300_000)
})

it('an exported visit has exactly the documented fields', () => {
  const row = toHitRow({ hit: aHit(crypto.randomUUID() as LinkId), slug: 'summer' })
  expect(VisitRow.strict().parse(row)).toEqual(row)
  expect(`${EXPORT_EXAMPLES['text/csv'].split('\n')[0]}\r\n`).toBe(HIT_FORMATTING.csv.head)
  expect(VisitRow.strict().safeParse(JSON.parse(EXPORT_EXAMPLES['application/x-ndjson'])).success).toBe(true)
})
