import { filterOf, QUESTIONS, queryOf } from './analytics-questions.ts'
import type { Account } from './api.ts'
import type { LoadResult } from './load.ts'
import { medianOf, medianRatio } from './numbers.ts'
import { type BenchServer, lowerPriority, moveThreads, startLoadGenerator } from './processes.ts'
import type { Figure } from './report.ts'
import { visitsOf } from './requests.ts'
import { expectOnly, inTurns } from './rounds.ts'

/** Redirects a second beside questions. */
export const VISITS = 2_000
const CONNECTIONS = 32
/** Made ready a second, more than the server answers: a question that comes again within ten seconds is answered from memory. */
const QUESTIONS_A_SECOND = 100
/** Redirects beside questions against those beside reads of one row. */
const GOAL = 1.25

interface Beside {
  readonly server: BenchServer
  readonly databaseProcesses: readonly number[]
  readonly owner: Account
  readonly rounds: number
  readonly seconds: number
  readonly links: number
}

/**
 * What redirects notice of questions that are asked one after the other, and of as many calls that read one row: the difference between the
 * two is what questions cost beyond being calls of the API. First where the threads that read share the core of the redirecting
 * thread, then where they have another, as on a machine with a core to spare, and a database that shares it has
 * the lowest priority, as if it were on another machine.
 */
export async function besideQuestions(beside: Beside): Promise<Figure[]> {
  const ask = questionsOf(beside.owner, beside.seconds)
  const shared = await besideCalls(beside, ask, false)
  moveThreads(beside.server.pid)
  lowerPriority(beside.databaseProcesses)
  const apart = await besideCalls(beside, ask, true)
  return [...figuresOf('one core', shared), ...figuresOf('spare core', apart, GOAL)]
}

type Turns = Record<'alone' | 'questions' | 'reads', LoadResult[]>

/**
 * @param isApart whether the threads that read have a core of their own. With two cores it is that of the load generators, so the one for redirects
 * then shares the redirecting thread's, and both sleep while no request is due.
 */
async function besideCalls(
  { server: { port }, owner, rounds, seconds, links }: Beside,
  ask: Ask,
  isApart: boolean,
): Promise<Turns> {
  // The calls come from where they delay no redirect, as from another machine.
  const [visits, calls] = [startLoadGenerator(isApart), startLoadGenerator()]
  const requests = visitsOf(links)
  const plan = { port, seconds, sleeps: isApart }
  const follow = async () => {
    const result = await visits({ ...plan, requests, connections: CONNECTIONS, rate: VISITS })
    expectOnly(302, result)
    return result
  }
  const beside = async (call: readonly string[], rate?: number) => {
    const [followed, called] = await Promise.all([follow(), calls({ ...plan, requests: call, connections: 1, rate })])
    expectOnly(200, called)
    return { followed, rate: called.requests / seconds }
  }
  const { rate } = await beside(ask())
  return inTurns(`analytics, redirects${isApart ? ', threads apart' : ''}`, rounds, {
    alone: follow,
    questions: async () => (await beside(ask())).followed,
    reads: async () => (await beside([owner.request('{ getUserInfo { id } }')], rate)).followed,
  })
}

type Ask = () => readonly string[]

/** Questions about all links, enough for that number of seconds, other ones at each call. */
function questionsOf(owner: Account, seconds: number): Ask {
  const selections = Object.values(QUESTIONS)
  let asked = 0
  const next = () => {
    const query = queryOf(selections[asked % selections.length] as string)
    const variables = filterOf(null, asked % 2 === 0 ? 30 : 365, asked)
    asked += 1
    return owner.request(query, variables)
  }
  return () => Array.from({ length: seconds * QUESTIONS_A_SECOND }, next)
}

function figuresOf(where: string, turns: Turns, atMost?: number): Figure[] {
  return (['p50', 'p99'] as const).flatMap((share) => {
    const of = (result: LoadResult) => result[share]
    const name = `redirects, ${where}, ${share}`
    return [
      { what: `${name}, alone`, value: medianOf(turns.alone, of), unit: 'ms' },
      { what: `${name}, during queries`, value: medianOf(turns.questions, of), unit: 'ms' },
      { what: `${name}, during single-row reads`, value: medianOf(turns.reads, of), unit: 'ms' },
      {
        what: `${name}, queries vs. reads`,
        value: medianRatio([turns.questions, of], [turns.reads, of]),
        unit: '×',
        atMost,
      },
    ]
  })
}
