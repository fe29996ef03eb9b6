import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { toast } from '../ui/toast.tsx'
import { CHANGE, type HookChange } from './queries.ts'

/** Changes a webhook, and says so once what is shown is new. */
export function useChange(id: string, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: HookChange) => ask(CHANGE, { id, changes }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['webhooks'] })
      toast(done)
    },
    onError: (error) => toast(error.message),
  })
}
