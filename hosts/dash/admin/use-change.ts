import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { toast } from '../ui/toast.tsx'
import { ADMIN_KEY } from './queries.ts'

/** Changes something as an administrator, and refreshes the lists. */
export function useChange<Change>(change: (given: Change) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: ADMIN_KEY }),
    onError: (error) => toast(error.message),
  })
}
