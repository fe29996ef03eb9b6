import type { ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { Pause } from '../kernel/ports.ts'
import type { Analytics, SumQuestion, SumQuestions } from './analytics.port.ts'
import type { Part } from './parts.ts'

/** Builds one part of the result from its query rows, in a separate slice of the event loop. */
type Read = <T>(part: Part<T>) => Promise<T>

/** Runs the queries of all parts in one call, and equal queries once. */
export function askOnce(
  { store: { analytics }, pause }: { readonly store: { readonly analytics: Analytics }; readonly pause: Pause },
  asked: Omit<SumQuestions, 'questions'>,
  parts: readonly Part<unknown>[],
): ResultAsync<Read, ErrorOf<'too-many-visits'>> {
  const questions = new Map(parts.flatMap((part) => part.questions).map((question) => [keyOf(question), question]))
  return analytics.sums({ ...asked, questions: [...questions.values()] }).map((answers) => {
    const rows = new Map([...questions.keys()].map((key, index) => [key, answers[index] ?? []]))
    return async (part) => {
      await pause()
      return part.read(part.questions.map((question) => rows.get(keyOf(question)) ?? []))
    }
  })
}

const keyOf = (question: SumQuestion) => JSON.stringify(question)
