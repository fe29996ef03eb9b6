/**
 * A load generator in a process of its own, so that it can be kept on a core of its own. Plans come and results go by IPC; a plan
 * without requests repeats those of the one before.
 */
import { type LoadPlan, load } from './load.ts'

let requests: LoadPlan['requests'] = []

process.on('message', async (plan: LoadPlan) => {
  if (plan.requests.length > 0) requests = plan.requests
  process.send?.(await load({ ...plan, requests }))
})
