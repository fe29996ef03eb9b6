import { useQuery } from '@tanstack/preact-query'
import { Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { usage } from './queries.ts'

/** The plan, and how much of it is used this month. */
export function UsagePart() {
  const { words, format } = useWords()
  const query = useQuery(usage)
  return (
    <section class="card stack" aria-label={words.settings.usage}>
      <h2>{words.settings.usage}</h2>
      <Loaded query={query} height="5rem">
        {({ meUsage, meSub }) => {
          const allowed = (meUsage?.allowance ?? 0) + (meUsage?.refillLinks ?? 0)
          const used = meUsage?.linksCreated ?? 0
          return (
            <>
              <p>{words.settings.plan(meSub?.plan ?? 'FREE')}</p>
              {allowed > 0 && (
                <>
                  <meter aria-label={words.settings.usage} min={0} max={allowed} high={allowed * 0.9} value={used} />
                  <p class="muted small number">{words.settings.used(format.number(used), format.number(allowed))}</p>
                </>
              )}
              {meUsage?.periodEnd && <p class="muted small">{words.settings.resets(format.date(meUsage.periodEnd))}</p>}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
