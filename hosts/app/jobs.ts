import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '@shortlink/core'
import { JOBS, type Job, type JobPorts, POSTPONED } from '@shortlink/core/host'
import type { Log } from '../kit/log.ts'
import { importJobs } from './imports/jobs.ts'

/** All periodic work of a server. */
export const allJobs = (app: App): readonly Job[] => [...JOBS, ...importJobs(app)]

export interface JobRunner {
  /** Starts no more runs, waits at most `graceMs` for those in flight, and resolves. */
  stop(graceMs: number): Promise<void>
}

/**
 * Runs each job at its interval, one run at a time, the first after one interval or, if the job says so, at the start. Failures are logged.
 * @param startsAfterMs milliseconds until the runs at the start, which the first requests should not compete with
 */
export function startJobs(
  jobs: readonly Job[],
  ports: Omit<JobPorts, 'log' | 'sleep' | 'signal'>,
  log: Log,
  startsAfterMs = 0,
): JobRunner {
  const stopping = new AbortController()
  const jobPorts: JobPorts = { ...ports, log, sleep: delay, signal: stopping.signal }
  const inFlight = new Map<Job, Promise<void>>()
  const dueAtMs = new Map<Job, number>()
  let isCutOff = false

  async function run(job: Job) {
    try {
      const result = await job.run(jobPorts)
      const waits = job.retryMs !== undefined && result !== POSTPONED
      if (waits) dueAtMs.set(job, performance.now() + job.everyMs)
    } catch (err) {
      // The store is closed under a job that outlives the grace period; the next start runs it again.
      if (!isCutOff) log.error({ err, work: job.name }, 'background work failed')
    }
  }

  const tick = (job: Job) => {
    if (inFlight.has(job) || performance.now() < (dueAtMs.get(job) ?? 0)) return
    inFlight.set(
      job,
      run(job).finally(() => inFlight.delete(job)),
    )
  }
  const timers = jobs.map((job) => setInterval(() => tick(job), job.retryMs ?? job.everyMs).unref())
  const runFirst = () => {
    for (const job of jobs) if (job.atStart) tick(job)
  }
  const first = startsAfterMs > 0 ? setTimeout(runFirst, startsAfterMs).unref() : undefined
  if (first === undefined) runFirst()

  return {
    async stop(graceMs) {
      for (const timer of timers) clearInterval(timer)
      clearTimeout(first)
      stopping.abort()
      await Promise.race([Promise.all(inFlight.values()), delay(graceMs, undefined, { ref: false })])
      isCutOff = true
    },
  }
}
