import { setTimeout } from 'node:timers/promises'
import { filterOf, QUESTIONS, queryOf } from './analytics-questions.ts'
import type { Account } from './api.ts'
import type { LoadResult } from './load.ts'
import { grouped, medianOf } from './numbers.ts'
import { startLoadGenerator } from './processes.ts'
import type { Figure } from './report.ts'
import { visitsOf } from './requests.ts'
import { expectOnly, inTurns } from './rounds.ts'

/** Redirects a second beside questions. */
const VISITS = 2_000
const CONNECTIONS = 32

interface Beside {
  readonly port: number
  readonly owner: Account
  readonly rounds: number
  readonly seconds: number
  readonly links: number
}

/**
 * What redirects notice of questions that are asked one after the other, and of as many calls that read one row: the difference between the
 * two is what questions cost beyond being calls of the API.
 */
export async function besideQuestions({ port, owner, rounds, seconds, links }: Beside): Promise<Figure[]> {
  const [run, requests] = [startLoadGenerator(), visitsOf(links)]
  const follow = async () => {
    const result = await run({ port, requests, connections: CONNECTIONS, seconds, rate: VISITS })
    expectOnly(302, result)
    return result
  }
  const selections = Object.values(QUESTIONS)
  let questions = 0
  const askOne = async () => {
    const selection = selections[questions % selections.length] as string
    await owner.ask(queryOf(selection), filterOf(null, questions % 2 === 0 ? 30 : 365, questions))
    questions += 1
  }
  const began = performance.now()
  await beside(follow, askOne)
  const paceMs = (performance.now() - began) / questions
  const readOne = () => Promise.all([owner.ask('{ getUserInfo { id } }'), setTimeout(paceMs)])
  const turns = await inTurns('analytics, redirects', rounds, {
    alone: follow,
    questions: () => beside(follow, askOne),
    reads: () => beside(follow, readOne),
  })
  const all = (name: 'p50' | 'p99') => {
    const of = (result: LoadResult) => result[name]
    return [
      { what: `redirects at ${grouped(VISITS)}/s, ${name}`, value: medianOf(turns.alone, of), unit: 'ms' },
      { what: `redirects, ${name}, beside questions`, value: medianOf(turns.questions, of), unit: 'ms' },
      {
        what: `redirects, ${name}, beside as many reads of one row`,
        value: medianOf(turns.reads, of),
        unit: 'ms',
      },
    ]
  }
  return [...all('p50'), ...all('p99')]
}

/** Makes calls one after the other until the work ends. */
async function beside<Result>(work: () => Promise<Result>, call: () => Promise<unknown>): Promise<Result> {
  let isOver = false
  const ended = work().finally(() => {
    isOver = true
  })
  while (!isOver) await call()
  return ended
}
