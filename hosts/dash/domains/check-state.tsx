import { useIsOffline } from '../ui/hooks/use-offline.ts'
import { useSecondsUntil } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import type { Domain } from './queries.ts'
import { useChecks } from './use-checks.ts'

interface CheckStateProps {
  readonly domain: Domain
  readonly addedAtMs: number
}

/** Checks the proof of a domain and shows the result. */
export function CheckState({ domain, addedAtMs }: CheckStateProps) {
  const { words, format } = useWords()
  const { check, last, isPending, retryAtMs, watchedUntilMs } = useChecks(domain, addedAtMs)
  const isOffline = useIsOffline()
  const seconds = useSecondsUntil(retryAtMs)
  return (
    <div class="stack tight">
      <div class="cluster">
        <button
          type="button"
          class="button primary"
          aria-label={seconds > 0 ? undefined : words.domains.checkHostname(domain.hostname)}
          // Stays enabled during automatic checks, so that it keeps the focus.
          disabled={seconds > 0 || isOffline}
          aria-busy={isPending}
          onClick={check}
        >
          {seconds > 0 ? words.states.againIn(seconds) : words.domains.check}
        </button>
        <span class="muted small">
          {last && `${words.domains.checkedAt(format.time(last.at))} `}
          {watchedUntilMs !== undefined && words.domains.watched(format.time(new Date(watchedUntilMs)))}
        </span>
      </div>
      {/* Without times, so that screen readers read it only when the content changes. */}
      <p role="status">
        {last && (last.outcome === 'failed' ? last.error?.message : words.domains.outcomes[last.outcome])}
      </p>
    </div>
  )
}
