/** The thread that reads and plans a file, so that neither slows down the redirect. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { runBehindEventLoop, serveCalls } from '@shortlink/adapters/kit'
import type { ImportFault } from '@shortlink/core'
import { faultOf, type PlanInput, type PlannedBatch, plannedFile } from './planned-file.ts'

/** The next text of the file, if the thread asked for it; null at its end. */
export interface ImportCall {
  readonly text?: string | null
}
export type ImportStep =
  | { readonly kind: 'text' | 'end' }
  | { readonly kind: 'batch'; readonly batch: PlannedBatch }
  | { readonly kind: 'fault'; readonly fault: ImportFault }

runBehindEventLoop()

let isWanted = Promise.withResolvers<void>()
let given = Promise.withResolvers<string | null>()

async function* texts(): AsyncGenerator<string> {
  for (;;) {
    given = Promise.withResolvers()
    isWanted.resolve()
    const text = await given.promise
    if (text === null) return
    yield text
  }
}

const batches = plannedFile(workerData as PlanInput, texts())
let next: Promise<ImportStep> | undefined

async function nextStep(): Promise<ImportStep> {
  try {
    const { value, done } = await batches.next()
    return done ? { kind: 'end' } : { kind: 'batch', batch: value }
  } catch (error) {
    const fault = faultOf(error)
    if (fault === undefined) throw error
    return { kind: 'fault', fault }
  }
}

async function answer({ text }: ImportCall): Promise<ImportStep> {
  if (text !== undefined) {
    isWanted = Promise.withResolvers()
    given.resolve(text)
  }
  next ??= nextStep()
  const step = await Promise.race([next, isWanted.promise.then(() => ({ kind: 'text' }) as const)])
  if (step.kind !== 'text') next = undefined
  return step
}

serveCalls(parentPort as MessagePort, answer, () => {})
