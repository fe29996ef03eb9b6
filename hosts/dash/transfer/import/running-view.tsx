import { useSecondsUntil } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'

interface RunningViewProps {
  /** The share that is done. */
  readonly share: number
  readonly text: string
  /** End of the wait that the server requested. */
  readonly untilMs?: number | undefined
  readonly onStop?: () => void
}

/** Progress of an upload or an import. */
export function RunningView({ share, text, untilMs, onStop }: RunningViewProps) {
  const { words } = useWords()
  const seconds = useSecondsUntil(untilMs)
  return (
    <div class="stack">
      <progress aria-label={words.transfer.importTitle} max={1} value={share} />
      <p class="number" role="status">
        {text}
        {seconds > 0 && ` · ${words.transfer.waiting(seconds)}`}
      </p>
      {onStop && (
        <div>
          <button type="button" class="button" onClick={onStop}>
            {words.transfer.stop}
          </button>
        </div>
      )}
    </div>
  )
}
