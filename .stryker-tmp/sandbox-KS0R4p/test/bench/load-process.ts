/** A load generator in a process of its own, so that it can be kept on a core of its own. Plans come and results go by IPC. */
import { type LoadPlan, load } from './load.ts'

process.on('message', async (plan: LoadPlan) => {
  process.send?.(await load(plan))
})
