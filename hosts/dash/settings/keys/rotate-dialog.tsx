import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { type Key, ROTATE_KEY } from './queries.ts'

/** For how long the old key still works, in hours. */
const OVERLAPS = [0, 1, 24, 168]
const USUAL_OVERLAP = 24

interface RotateDialogProps {
  readonly of: Pick<Key, 'id' | 'label'>
  readonly onRotated: (secret: string) => void
  readonly onClose: () => void
}

/** Asks for how long the old key still works, and replaces it. */
export function RotateDialog({ of: { id, label }, onRotated, onClose }: RotateDialogProps) {
  const { words } = useWords()
  const [overlapHours, setOverlapHours] = useState(USUAL_OVERLAP)
  const rotating = useMutation({
    // Keeps the secret out of the mutation cache.
    gcTime: 0,
    mutationFn: async (overlapHours: number) =>
      onRotated((await ask(ROTATE_KEY, { id, overlapHours })).rotateApiKey.secret),
  })
  return (
    <Dialog title={words.settings.rotateKey(label)} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!rotating.isPending) rotating.mutate(overlapHours)
        }}
      >
        <p>{words.settings.rotateHint}</p>
        <Select
          label={words.settings.overlap}
          value={`${overlapHours}`}
          options={OVERLAPS.map((hours) => [`${hours}`, words.settings.overlapHours(hours)])}
          onChange={(hours) => setOverlapHours(Number(hours))}
        />
        <Refusal error={rotating.error} />
        <div class="actions">
          <button type="button" class="button" onClick={onClose}>
            {words.common.cancel}
          </button>
          <WriteButton type="submit" class="primary" isBusy={rotating.isPending} error={rotating.error}>
            {words.settings.rotate}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  )
}
