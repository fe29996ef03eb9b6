import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { type BioPage, bioPages } from './queries.ts'

interface PageChange {
  /** The optimistic state of the page until the server has responded; omitted if the server decides. */
  readonly shown?: (page: BioPage) => BioPage
  readonly send: () => Promise<unknown>
}

/** Changes of one page: sent one after the other, and reverted if the server refuses one. */
export function usePageChange(id: string, onError: (error: Error) => unknown) {
  const client = useQueryClient()
  const mutationKey = ['bio', id]
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ send }: PageChange) => send(),
    onMutate: ({ shown }) => {
      if (shown === undefined) return
      void client.cancelQueries({ queryKey: bioPages.queryKey })
      client.setQueryData(bioPages.queryKey, (pages) => pages?.map((page) => (page.id === id ? shown(page) : page)))
    },
    onError,
    // A response during another change could show the state before it.
    onSettled: () => (client.isMutating({ mutationKey }) > 1 ? undefined : client.invalidateQueries(bioPages)),
  })
}
