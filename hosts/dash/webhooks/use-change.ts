import { type QueryClient, useMutation, useQueryClient } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { toast } from '../ui/toast.tsx'
import { faultsOf } from './faults.ts'
import { CHANGE, type HookChange, webhook, webhooks } from './queries.ts'

interface Change {
  readonly changes: HookChange
  /** Message after the server has responded. */
  readonly done: string
}

/** Changes a webhook. Shows the new enabled state at once, and reverts it if the server refuses. */
export function useChange(id: string) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['webhooks'] })
  return useMutation({
    mutationFn: ({ changes }: Change) => ask(CHANGE, { id, changes }),
    onMutate: ({ changes: { enabled } }) => {
      if (enabled != null) setEnabled(client, id, enabled)
    },
    onSuccess: async (_answer, { done }) => {
      await refresh()
      toast(done)
    },
    onError: async (error) => {
      if (faultsOf(error).other) toast(error.message)
      await refresh()
    },
  })
}

/** Changes the cached webhook. */
function setEnabled(client: QueryClient, id: string, enabled: boolean) {
  void client.cancelQueries({ queryKey: ['webhooks'] })
  // Enabling resets the failures.
  const change = enabled ? { enabled, failures: 0 } : { enabled }
  client.setQueryData(webhooks.queryKey, (known) =>
    known?.map((hook) => (hook.id === id ? { ...hook, ...change } : hook)),
  )
  client.setQueryData(
    webhook(id).queryKey,
    (known) => known && { ...known, hook: known.hook && { ...known.hook, ...change } },
  )
}
