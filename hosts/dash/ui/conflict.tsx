import { useWords } from './words.tsx'
import { WriteButton } from './write.tsx'

interface ConflictProps {
  readonly isBusy: boolean
  readonly onLoad: () => void
  readonly onOverwrite: () => void
}

/** Says that another tab or client changed what is edited, and lets the user choose which of the two is kept. */
export function Conflict({ isBusy, onLoad, onOverwrite }: ConflictProps) {
  const { words } = useWords()
  return (
    <div class="card stack" role="alert">
      <p>{words.edit.conflict}</p>
      <div class="cluster">
        <button type="button" class="button" disabled={isBusy} onClick={onLoad}>
          {words.edit.takeTheirs}
        </button>
        <WriteButton class="danger" isBusy={isBusy} onClick={onOverwrite}>
          {words.edit.overwrite}
        </WriteButton>
      </div>
    </div>
  )
}
