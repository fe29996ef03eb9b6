import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { askPatiently, type OnWait } from '../../api/ask-patiently.ts'
import { wordText } from '../../ui/text/error-words.ts'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { inParts } from '../in-parts.ts'
import { pendingChanges } from '../pending-changes.ts'
import { BULK_SIZE, CHANGE_MANY, DELETE_MANY, type LinkChange } from '../queries.ts'

export interface BulkWork {
  readonly changes?: readonly LinkChange[]
  readonly deletedIds?: readonly string[]
  /** Whether the user already knows that it happens. */
  readonly isAnnounced?: boolean
}

/** Changes or deletes any number of links, with one report, and reloads the lists. */
export function useBulkChange(onDone: () => void) {
  const { words, format } = useWords()
  const client = useQueryClient()
  const onWait: OnWait = (untilMs) => {
    if (untilMs !== undefined) toast(words.states.goesOnIn(Math.ceil((untilMs - Date.now()) / 1000)))
  }
  return useMutation({
    mutationFn: (work: BulkWork) => send(work, onWait).finally(() => pendingChanges.delete(work)),
    onSuccess: (outcomes, { deletedIds, isAnnounced }) => {
      const failed = outcomes.filter(({ ok }) => !ok)
      const done = outcomes.length - failed.length
      if (!isAnnounced)
        toast((deletedIds ? words.selection.deleted : words.selection.changed)(done, format.number(done)))
      if (failed[0]) toast(words.selection.failed(format.number(failed.length), wordText(words, failed[0].error ?? '')))
      if (!isAnnounced) onDone()
    },
    onError: (error) => toast(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: ['links'] }),
  })
}

const send = ({ changes = [], deletedIds = [] }: BulkWork, onWait: OnWait) =>
  deletedIds.length > 0 ? deleteAll(deletedIds, onWait) : changeAll(changes, onWait)

const changeAll = (changes: readonly LinkChange[], onWait: OnWait) =>
  inParts(changes, BULK_SIZE, async (part) => {
    const { updateShortlinks } = await askPatiently(CHANGE_MANY, { inputs: [...part] }, { onWait })
    return updateShortlinks
  })

const deleteAll = (ids: readonly string[], onWait: OnWait) =>
  inParts(ids, BULK_SIZE, async (part) => {
    const { deleteShortlinks } = await askPatiently(DELETE_MANY, { ids: [...part] }, { onWait })
    return deleteShortlinks
  })
