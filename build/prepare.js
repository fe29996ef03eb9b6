import { bundle } from './bundle.js'
import { buildDash } from './dash.js'

// Without development packages there is no bundler; a folder that was built elsewhere needs none.
const builds = await Promise.allSettled([bundle({ keepOld: false }), buildDash()])
for (const { reason } of builds.filter(({ status }) => status === 'rejected')) {
  console.error(`shortlink: ${reason.message}`)
  if ((reason.cause ?? reason).code !== 'ERR_MODULE_NOT_FOUND') process.exitCode = 1
}
