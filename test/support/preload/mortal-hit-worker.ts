/**
 * Runs before a server, in each of its threads: the thread that stores hits dies as soon as the file DEATH_FILE exists, in the way that the
 * file names.
 */
import { readFileSync, rmSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

const file = process.env.DEATH_FILE ?? ''

const isHitWorker = workerData !== null && typeof workerData === 'object' && 'anonymize' in workerData
if (isHitWorker) setInterval(die, 10).unref()

function die() {
  let how: string
  try {
    how = readFileSync(file, 'utf8')
  } catch {
    return
  }
  rmSync(file)
  if (how === 'exit') process.exit(3)
  throw new Error('Killed by a test')
}
