import { useSecondsUntil } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'

interface RunningViewProps {
  readonly done: number
  readonly total: number
  /** End of the wait that the server requested. */
  readonly untilMs: number | undefined
  readonly onStop: () => void
}

/** Progress of an import. */
export function RunningView({ done, total, untilMs, onStop }: RunningViewProps) {
  const { words, format } = useWords()
  const seconds = useSecondsUntil(untilMs)
  return (
    <div class="stack">
      <progress aria-label={words.transfer.importTitle} max={Math.max(1, total)} value={done} />
      <p class="number" role="status">
        {words.transfer.importing(format.number(done), format.number(total))}
        {seconds > 0 && ` · ${words.transfer.waiting(seconds)}`}
      </p>
      <div>
        <button type="button" class="button" onClick={onStop}>
          {words.transfer.stop}
        </button>
      </div>
    </div>
  )
}
