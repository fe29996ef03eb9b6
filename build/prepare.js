import { bundle } from './bundle.js'

// Without development packages there is no bundler; a folder that was built elsewhere needs none.
await bundle({ keepOld: false }).catch((error) => {
  console.error(`shortlink: ${error.message}`)
  if (error.cause.code !== 'ERR_MODULE_NOT_FOUND') process.exitCode = 1
})
