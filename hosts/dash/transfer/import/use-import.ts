import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { useUntilUnmounted } from '../../ui/hooks/use-until-unmounted.ts'
import { CANCEL, type Import, isAtWork, latestImport, places, START, UPDATE } from '../queries.ts'
import { uploadFile } from './upload.ts'

/** Choices before an import starts. */
export type Choices = Partial<Pick<Import, 'program' | 'domains' | 'acceptedLosses'>>

/** The account's import and the ways to change it. */
export function useImport() {
  const client = useQueryClient()
  const signal = useUntilUnmounted()
  const found = useQuery(latestImport)
  const [uploaded, setUploaded] = useState(0)
  const [waitsUntilMs, onWait] = useState<number>()
  const look = () => client.invalidateQueries({ queryKey: latestImport.queryKey })
  const uploading = useMutation({
    mutationFn: ({ file, program }: { readonly file: File; readonly program: string }) => {
      setUploaded(0)
      return uploadFile(file, program, { signal, onProgress: setUploaded, onWait })
    },
    onSettled: look,
  })
  const choosing = useMutation({
    mutationFn: ({ id, ...choices }: Choices & { readonly id: string }) => ask(UPDATE, { id, ...inputOf(choices) }),
    onSettled: look,
  })
  const starting = useMutation({ mutationFn: (id: string) => ask(START, { id }), onSettled: look })
  const canceling = useMutation({ mutationFn: (id: string) => ask(CANCEL, { id }), onSettled: look })
  const isOver = found.data?.state === 'DONE' || found.data?.state === 'CANCELED'
  useEffect(() => {
    if (!isOver) return
    void client.invalidateQueries({ queryKey: ['links'] })
    void client.invalidateQueries({ queryKey: places.queryKey })
  }, [isOver, client])
  const preview = usePreview(found.data)
  return { found, preview, uploading, uploaded, waitsUntilMs, choosing, starting, canceling }
}

const inputOf = ({ domains, ...choices }: Choices) => ({
  ...choices,
  ...(domains && { domains: domains.map(({ from, to }) => ({ from, to })) }),
})

/** The import with the preview to show: while the server makes a new one, the previous one. */
function usePreview(found: Import | null | undefined): Import | undefined {
  const [ready, setReady] = useState<Import>()
  const isReady = found?.state === 'READY'
  useEffect(() => {
    if (isReady) setReady(found)
  }, [isReady, found])
  if (isReady) return found
  if (!found || !isAtWork(found) || found.state !== 'PLANNING' || ready?.id !== found.id) return undefined
  const { program, domains, acceptedLosses } = found
  return { ...ready, program, domains, acceptedLosses }
}
