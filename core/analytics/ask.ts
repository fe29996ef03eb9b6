import type { ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { Ports } from '../ports.ts'
import type { SumQuestion, SumQuestions } from './analytics.port.ts'
import type { Part } from './parts.ts'

/** Makes a part of the rows that answer its questions, in a slice of its own. */
type Read = <T>(part: Part<T>) => Promise<T>

/** Asks the questions of all parts in one call, equal ones once. */
export function askOnce(
  { store: { analytics }, pause }: Pick<Ports, 'store' | 'pause'>,
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
