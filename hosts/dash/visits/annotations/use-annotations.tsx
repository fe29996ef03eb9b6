import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { useChunk } from '../../ui/hooks/use-chunk.ts'
import { toast, toastWithUndo } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import type { MarkerActions } from './markers.tsx'
import { ANNOTATIONS_KEY, type Annotation, annotations, CREATE_ANNOTATION, DELETE_ANNOTATION } from './queries.ts'

/** The annotations of a chart, with the actions on them. */
export interface ChartAnnotations extends MarkerActions {
  readonly list: readonly Annotation[]
  readonly isOfLink: boolean
  readonly onAdd: () => void
}

/** The annotations of a link's chart, or of the chart of all links, and the open dialog. `day` is the initial day of new ones. */
export function useAnnotations(linkId: string | undefined, day: string): [ChartAnnotations, ComponentChildren] {
  const list = useQuery(annotations(linkId)).data ?? []
  const [open, setOpen] = useState<{ readonly annotation: Annotation | undefined }>()
  const dialog = useChunk(open !== undefined, () => import('./annotation-dialog.tsx'))
  const deleting = useDeleting()
  return [
    {
      list,
      isOfLink: linkId !== undefined,
      onAdd: () => setOpen({ annotation: undefined }),
      onEdit: (annotation) => setOpen({ annotation }),
      onDelete: (annotation) => deleting.mutate(annotation),
    },
    dialog && open && (
      <dialog.AnnotationDialog
        annotation={open.annotation}
        linkId={linkId}
        day={day}
        onClose={() => setOpen(undefined)}
      />
    ),
  ]
}

/** Deletes an annotation at once; Undo adds it again. */
function useDeleting() {
  const { words } = useWords()
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: [ANNOTATIONS_KEY] })
  const restore = ({ linkId, date, text }: Annotation) =>
    ask(CREATE_ANNOTATION, { linkId, date, text })
      .catch((error: Error) => toast(error.message))
      .then(reload)
  return useMutation({
    mutationFn: ({ id }: Annotation) => ask(DELETE_ANNOTATION, { id }),
    onSuccess: (_, annotation) =>
      toastWithUndo({ text: words.annotations.deleted, run: () => {}, undo: () => void restore(annotation) }),
    onError: (error) => toast(error.message),
    onSettled: reload,
  })
}
