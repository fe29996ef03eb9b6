import { openVisitors } from '@shortlink/adapters/visitors'
import { type CompiledRules, compileRules, type LinkId, pickRule, type Rule } from '@shortlink/core'
import { VisitFacts } from '@shortlink/core/adapter'

/** What ten rules, none of which matches, cost a visit, facts and lookups included: `npm run bench:rules`. */
const rules = (
  [
    ['country', 'FR,DE'],
    ['device', 'tablet'],
    ['os', 'ios'],
    ['browser', 'safari'],
    ['language', 'pt,es'],
    ['query', 'src=mail'],
    ['referrer', 't.co,example.org'],
    ['ip', '10.0.0.0/8,2001:db8::/32'],
    ['time', '22:00-06:00@Europe/Rome'],
    ['visits', '>1000000'],
  ] as const
).map(([type, value]): Rule => ({ type, value, target: 'https://elsewhere.example/' }))

const VISITS = 500_000
const VISITORS = 4000
const NOON = Date.UTC(2026, 10, 21, 12)

const visitors = await openVisitors()
const compiled = compileRules(rules) as CompiledRules
const link = { id: '0192f0c0-0000-7000-8000-000000000001' as LinkId, hitCount: 5 }
const known = Array.from({ length: VISITORS }, (_, index) => ({
  ip: `8.8.${index >> 8}.${index & 255}`,
  userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (index % 50)}.0.0.0 Safari/537.36`,
  referrer: 'https://www.news.example/a/b?c',
  acceptLanguage: 'it-IT,it;q=0.9,en-US;q=0.8,en;q=0.7',
  query: 'utm_source=news&utm_medium=email',
  counts: true,
  isPrivate: false,
}))

function microsecondsPerVisit(): number {
  const start = performance.now()
  for (let visit = 0; visit < VISITS; visit++) {
    const visitor = known[visit % VISITORS] as (typeof known)[number]
    pickRule(compiled, new VisitFacts(visitors, link, visitor, NOON + visit))
  }
  return ((performance.now() - start) * 1000) / VISITS
}

// The first round warms the compiler and what the visitors remember.
const rounds = Array.from({ length: 4 }, microsecondsPerVisit).slice(1)
console.log(`ten rules: ${rounds.map((round) => round.toFixed(2)).join(', ')} microseconds a visit`)
visitors.close()
