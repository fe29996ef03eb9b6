import { Worker } from 'node:worker_threads'
import { WorkerRpc } from '@shortlink/adapters/kit'
import type { ImportFault } from '@shortlink/core'
import type { ImportCall, ImportStep } from './import-worker.ts'
import type { PlanInput, PlannedBatch } from './planned-file.ts'

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './import-worker.ts' : './import-worker.js', import.meta.url)

/** A step that takes longer ends the thread: a piece of the file takes less than a second. */
const TIMEOUT_MS = 60_000
/** Memory of the thread; a file of the greatest length takes some 200 MB as one JSON value. */
const MAX_MEMORY_MB = 512

/** A file that cannot be imported. */
export class FaultyFile extends Error {
  readonly fault: ImportFault

  constructor(fault: ImportFault) {
    super(`The file cannot be imported: ${fault.code}`)
    this.fault = fault
  }
}

/**
 * Plans the links of a file in a separate thread.
 * @param textOf a part of the file by its number; undefined after the last one
 * @throws FaultyFile
 */
export async function* planInThread(
  input: PlanInput,
  textOf: (part: number) => Promise<string | undefined>,
): AsyncGenerator<PlannedBatch> {
  const rpc = new WorkerRpc<ImportCall, ImportStep>({
    name: 'import thread',
    start: () => new Worker(WORKER, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB } }),
    timeoutMs: TIMEOUT_MS,
    closeTimeoutMs: 0,
  })
  try {
    let part = 0
    let step = await rpc.call({})
    while (step.kind !== 'end') {
      if (step.kind === 'fault') throw new FaultyFile(step.fault)
      if (step.kind === 'batch') yield step.batch
      step = await rpc.call(step.kind === 'text' ? { text: (await textOf(part++)) ?? null } : {})
    }
  } finally {
    await rpc.close()
  }
}
