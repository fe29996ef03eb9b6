import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { codeOf, retryAtMsOf } from '../api/errors.ts'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { type CheckOutcome, checkOutcome } from './check-outcome.ts'
import { type Domain, domains, VERIFY_DOMAIN } from './queries.ts'

const CHECK_INTERVAL_MS = 10_000
/** How long after it was added a domain is checked automatically. */
const WATCH_MS = 5 * 60_000

interface Check {
  readonly at: Date
  readonly outcome: CheckOutcome
  readonly error: Error | null
}

/** Checks the proof of a domain: on request, and every 10 s for five minutes after it was added, while the page is visible. */
export function useChecks({ id, hostname, verified }: Domain, addedAtMs: number) {
  const { words } = useWords()
  const client = useQueryClient()
  // Separate from the mutation, which drops its last result when the next check starts.
  const [last, setLast] = useState<Check>()
  const { isPending, mutate } = useMutation({
    mutationFn: async () => (await ask(VERIFY_DOMAIN, { id })).verifyDomain,
    onSuccess: (checked) => {
      client.setQueryData(
        domains.queryKey,
        (known) => known && { ...known, domains: known.domains.map((domain) => (domain.id === id ? checked : domain)) },
      )
      if (!checked.verified) return
      toast(words.domains.isVerified(hostname))
      // New links can use it from now on.
      void client.invalidateQueries({ queryKey: ['links'] })
    },
    onError: (error) => {
      if (codeOf(error) === 'NOT_FOUND') void client.invalidateQueries({ queryKey: domains.queryKey })
    },
    onSettled: (answer, error) => setLast({ at: new Date(), outcome: checkOutcome(answer, error), error }),
  })
  const retryAtMs = retryAtMsOf(last?.error)
  const check = () => {
    if (!isPending && Date.now() >= (retryAtMs ?? 0)) mutate()
  }
  const watchedUntilMs = useInterval(verified ? 0 : addedAtMs + WATCH_MS, check)
  return { check, last, isPending, retryAtMs, watchedUntilMs }
}

/** Calls back every 10 s until then, while the page is visible. Returns until when it will, undefined once it does no more. */
function useInterval(untilMs: number, work: () => void): number | undefined {
  const current = useRef(work)
  current.current = work
  const [now, setNow] = useState(Date.now)
  const isRunning = now < untilMs
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (document.visibilityState === 'visible' && Date.now() < untilMs) current.current()
    }, CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isRunning, untilMs])
  return isRunning ? untilMs : undefined
}
