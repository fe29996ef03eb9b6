import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useWords } from '../words.tsx'
import { WriteButton } from '../write.tsx'

interface ConflictProps {
  /** The currently stored value. */
  readonly children: ComponentChildren
  readonly isBusy: boolean
  readonly onLoad: () => void
  readonly onOverwrite: () => void
}

/**
 * Reports that another tab or client changed the edited record, shows the stored values, and lets the user choose between the two versions.
 */
export function Conflict({ children, isBusy, onLoad, onOverwrite }: ConflictProps) {
  const { words } = useWords()
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // It may be far below the edited field, and a bar at the bottom of the window must not cover its start.
    card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div ref={card} class="card stack" role="alert" tabIndex={-1}>
      <p>
        <strong>{words.edit.conflict}</strong>
      </p>
      {children}
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
