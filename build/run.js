import { pathToFileURL } from 'node:url'
import { bundle, entry, isStale } from './bundle.js'
import { buildDash, isDashStale } from './dash.js'

const [name] = process.argv.splice(2, 1)
const serves = name === 'main' || process.argv[2] === 'demo'
const builds = [...(isStale() ? [bundle] : []), ...(serves && isDashStale() ? [buildDash] : [])]
if (builds.length > 0) {
  console.error('shortlink: building, since sources are newer than the build')
  await Promise.all(builds.map((build) => build())).catch((error) => {
    console.error(`shortlink: ${error.message}`)
    process.exit(1)
  })
}
await import(pathToFileURL(entry(name)).href)
