import { QueryClient } from '@tanstack/preact-query'
import { codeOf, PASSING_CODES, retryAtMsOf } from './errors.ts'

const MAX_TRIES = 3

interface Asked {
  readonly state: { readonly error: unknown }
}

/** For `refetchInterval`: polls after `ms`, but after a refusal not before the instant that the server named. */
export const every =
  (ms: number) =>
  ({ state }: Asked): number =>
    Math.max(ms, (retryAtMsOf(state.error) ?? 0) - Date.now())

/** The cache of responses; cleared when the account changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 5 * 60_000,
      retry: (failures, error) => failures < MAX_TRIES - 1 && PASSING_CODES.has(codeOf(error)),
      // Send requests even while the browser reports being offline: it cannot know whether a server on this machine responds.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
