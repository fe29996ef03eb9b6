import { RefreshCw } from 'lucide'
import { Icon } from './icon.tsx'
import { Empty } from './states.tsx'
import { useWords } from './words.tsx'

/** In place of a page whose script belongs to an older release and is gone, when loading again by itself did not help. */
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
