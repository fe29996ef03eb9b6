import { pathToFileURL } from 'node:url'
import { bundle, entry, isStale } from './bundle.js'

const [name] = process.argv.splice(2, 1)
if (isStale()) {
  console.error('shortlink: building, since sources are newer than the build')
  await bundle().catch((error) => {
    console.error(`shortlink: ${error.message}`)
    process.exit(1)
  })
}
await import(pathToFileURL(entry(name)).href)
