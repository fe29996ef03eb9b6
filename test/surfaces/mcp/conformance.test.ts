import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { runSuite } from './conformance.ts'

/**
 * The scenarios that apply. The others want things that this server does not have: the suite's own tools and resources (tools-call-*,
 * json-schema-2020-12, resources-read-*, resources-templates-read, server-sse-polling), prompts, completion, logging, sampling, elicitation, and subscriptions.
 */
it.each([
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
])('MCP passes the official conformance scenario %s', async (scenario) => {
  const { stdout } = await runSuite('sessions', ['--scenario', scenario])
  expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/)
})

/** Scenarios that revision 2026-07-28 requires of features that this server does not have, or that call the suite's own tools and resources. */
const NOT_APPLICABLE =
  /^(completion-complete|prompts-.*|resources-read-.*|resources-templates-read|tools-call-.*|input-required-result-.*)$/
/** Scenarios outside the frozen requirements: extensions, and drafts that call the suite's own tools. */
const NOT_REQUIRED = /^(tasks-.*|json-schema-2020-12|http-custom-header-server-validation)$/

/** Checks of the other scenarios that fail for want of the same features and tools. */
const FAILURES = {
  'server-stateless': [
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-server-no-log-without-loglevel',
  ],
  caching: ['sep-2549-prompts-list-caching-hints'],
}

interface Check {
  readonly id: string
  readonly status: string
}

it('MCP passes every applicable check that revision 2026-07-28 requires', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(inject('runFolder'), 'conformance-'))
  await runSuite('modern', ['--requirements', '2026-07-28', '-o', folder])
  const results = globSync('server-*/checks.json', { cwd: folder }).map((file) => {
    const scenario = file.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1')
    return [scenario, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Check[]] as const
  })
  const applicable = results.filter(([scenario]) => !NOT_APPLICABLE.test(scenario) && !NOT_REQUIRED.test(scenario))
  expect(applicable.map(([scenario]) => scenario).sort()).toEqual([
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
    'resources-list',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'server-stateless',
    'tools-list',
  ])
  const failed = applicable.flatMap(([scenario, checks]) => {
    const ids = checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id)
    return ids.length === 0 ? [] : [[scenario, ids] as const]
  })
  expect(Object.fromEntries(failed)).toEqual(FAILURES)
})
