import { bundle } from './bundle.js'

// Without development packages there is no bundler; a folder that was built elsewhere needs none.
await bundle().catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  console.error('shortlink: not built, since rolldown is not installed ("npm ci" without --omit=dev installs it)')
})
