/**
 * Makes threads of the product run the bundle, which the setup of the run has built, instead of the sources: each of several thousand
 * threads would otherwise spend a fifth of a second on compiling them.
 */
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import threads from 'node:worker_threads'
import { entry } from '../../build/bundle.js'

/** The threads that are entries of the bundle. */
const BUILT = /\/(hit-worker|import-worker|sql-worker|sums-worker)\.ts$/

class BuiltWorker extends threads.Worker {
  constructor(file: string | URL, options?: threads.WorkerOptions) {
    const isBuilt = file instanceof URL && BUILT.test(file.pathname)
    super(isBuilt ? entry(basename(file.pathname, '.ts')) : file, options)
  }
}

// Files that share a worker of Vitest share this module's effect, too.
if (threads.Worker.name !== BuiltWorker.name) {
  threads.Worker = BuiltWorker
  syncBuiltinESMExports()
}
