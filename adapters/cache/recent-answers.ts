import { withCollections } from '@shortlink/core/adapter'
import type { Analytics, Store, SumQuestions, SumRow } from '@shortlink/core/ports'
import { LRUCache } from 'lru-cache'
import { ResultAsync } from 'neverthrow'

interface RecentAnswersOptions {
  /** Milliseconds on a clock that never steps back. */
  readonly now?: () => number
  readonly maxAnswers?: number
  /** Approximate memory limit for all results. */
  readonly maxBytes?: number
}

type Answer = Awaited<ReturnType<Analytics['sums']>>

interface Kept {
  readonly answer: Answer
  /** Time of the query to the store. */
  readonly asOf: number
  readonly ttlMs: number
  readonly bytes: number
}

const TTL_MS = 10_000
/** For results that count less than {@link FEW_VISITS}: they cost little, and a user who watches a new link must see each visit. */
const FEW_TTL_MS = 1_000
const FEW_VISITS = 1_000
/** Measured upper bounds: of a row without its value, and of a character of a value or a question. */
const ROW_BYTES = 100
const CHARACTER_BYTES = 2
/** The share of the memory that one result may use; larger ones are not cached. */
const MAX_SHARE = 0.25

/**
 * {@link Analytics} that returns the same result for equal queries during ten seconds, or during one second while it counts fewer than 1,000
 * visits. Concurrent equal queries share one call of the store. Errors are not cached.
 */
export function recentAnswers(
  analytics: Analytics,
  { now = () => performance.now(), maxAnswers = 1000, maxBytes = 32 * 2 ** 20 }: RecentAnswersOptions = {},
): Analytics {
  const kept = new LRUCache<string, Kept>({
    max: maxAnswers,
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes * MAX_SHARE),
    sizeCalculation: ({ bytes }) => bytes,
  })
  /** At most the number of queries that the app admits. */
  const asked = new Map<string, Promise<Answer>>()

  async function ask(key: string, questions: SumQuestions): Promise<Answer> {
    const asOf = now()
    try {
      const answer = await analytics.sums(questions)
      if (answer.isOk()) {
        const ttlMs = hasFewVisits(answer.value) ? FEW_TTL_MS : TTL_MS
        kept.set(key, { answer, asOf, ttlMs, bytes: bytesOf(key, answer.value) })
      }
      return answer
    } finally {
      asked.delete(key)
    }
  }

  function answerTo(key: string, questions: SumQuestions): Promise<Answer> {
    const recent = kept.get(key)
    if (recent !== undefined && now() - recent.asOf < recent.ttlMs) return Promise.resolve(recent.answer)
    const answer = asked.get(key) ?? ask(key, questions)
    asked.set(key, answer)
    return answer
  }

  return { sums: (questions) => new ResultAsync(answerTo(JSON.stringify(questions), questions)) }
}

/** The store with a cache for recent analytics results. Transactions bypass the cache. */
export function withRecentAnswers<S extends Store>(store: S, options: RecentAnswersOptions = {}): S {
  const analytics = recentAnswers(store.analytics, options)
  return withCollections(store, (one) => (one === store ? { analytics } : {}))
}

const hasFewVisits = (answer: readonly (readonly SumRow[])[]) =>
  answer.every((rows) => rows.reduce((sum, { hits }) => sum + hits, 0) < FEW_VISITS)

function bytesOf(key: string, answer: readonly (readonly SumRow[])[]): number {
  let bytes = key.length * CHARACTER_BYTES
  for (const rows of answer) {
    for (const { value } of rows) bytes += ROW_BYTES + (value?.length ?? 0) * CHARACTER_BYTES
  }
  return bytes
}
