/**
 * Changes the code where mistakes cost most, one change at a time, and counts how many changes no test notices. Fails when an area
 * keeps more than its share alive. Name areas to try those alone.
 */
import { Stryker } from '@stryker-mutator/core'

/** Percent of an area's mutants that tests must notice. */
const KILLED = 85

interface Area {
  readonly mutate: readonly string[]
  /** Only these are asked, since a mutant of what is done once, where a module is loaded, is shown to each of them. */
  readonly tests: readonly string[]
}

const AREAS: Readonly<Record<string, Area>> = {
  'routing rules': {
    mutate: ['core/links/rules/**/*.ts'],
    tests: ['test/core/links/rules/*.test.ts', 'test/core/links/visits/resolve-link.test.ts'],
  },
  quotas: {
    mutate: [
      'core/billing/{plan-status,subscription,plan,period,usage,get-usage,grant-plan,auto-refill,fill-orders}.ts',
    ],
    tests: ['test/core/billing/*.test.ts'],
  },
  idempotency: { mutate: ['core/idempotency/*.ts'], tests: ['test/core/idempotency/*.test.ts'] },
  signing: {
    mutate: ['core/webhooks/{deliveries/message,rotate-webhook-secret}.ts', 'adapters/webhooks/derived-signer.ts'],
    tests: ['test/core/webhooks/{deliveries/message,webhooks}.test.ts'],
  },
}

const asked = process.argv.slice(2)
const areas = Object.entries(AREAS).filter(([name]) => asked.length === 0 || asked.includes(name))
let failed = areas.length === 0

for (const [name, { mutate, tests }] of areas) {
  // The configuration of the tests takes it from here.
  process.env.MUTANTS_TESTS = tests.join(' ')
  const results = await new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutants/vitest.config.ts' },
    mutate: [...mutate],
    coverageAnalysis: 'perTest',
    concurrency: 2,
    reporters: process.stdout.isTTY ? ['progress'] : ['dots'],
    ignorePatterns: ['coverage', 'data', 'dist', 'docs/pictures'],
    allowConsoleColors: false,
    disableTypeChecks: false,
    warnings: { slow: false },
    logLevel: 'warn',
  } as never).runMutationTest()

  const alive = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const percent = (100 * killed) / (killed + alive.length)
  for (const { fileName, location, mutatorName, replacement } of alive) {
    const text = replacement?.replaceAll(/\s+/g, ' ').slice(0, 80)
    console.log(`  alive: ${fileName}:${location.start.line}:${location.start.column} ${mutatorName} ${text}`)
  }
  console.log(`${name}: ${killed} of ${killed + alive.length} noticed, ${percent.toFixed(1)} %`)
  failed ||= !(percent >= KILLED)
}
process.exitCode = failed ? 1 : 0
