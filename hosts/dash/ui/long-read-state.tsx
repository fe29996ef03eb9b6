import { useSecondsUntil } from './states.tsx'
import { useWords } from './words.tsx'

interface LongReadStateProps {
  /** Progress text. */
  readonly text: string
  readonly waitUntilMs: number | undefined
  readonly onStop: () => void
}

/** Progress of a long read, the wait that the server requested, and a stop button. */
export function LongReadState({ text, waitUntilMs, onStop }: LongReadStateProps) {
  const { words } = useWords()
  const seconds = useSecondsUntil(waitUntilMs)
  return (
    <>
      <span role="status" class="muted small number">
        {text}
        {seconds > 0 && ` · ${words.states.goesOnIn(seconds)}`}
      </span>
      <button type="button" class="button plain" onClick={onStop}>
        {words.common.cancel}
      </button>
    </>
  )
}
