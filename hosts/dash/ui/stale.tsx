import { RefreshCw } from 'lucide'
import { Icon } from './icon.tsx'
import { Empty } from './states.tsx'
import { useWords } from './words.tsx'

/** Replaces a page that belongs to an older release with a missing script, when reloading automatically did not help. */
export function Stale() {
  const { words } = useWords()
  return (
    <div role="alert">
      <Empty title={words.states.stale}>
        <p class="muted">{words.states.staleAdvice}</p>
        <button type="button" class="button" onClick={() => location.reload()}>
          <Icon of={RefreshCw} /> {words.states.reload}
        </button>
      </Empty>
    </div>
  )
}
