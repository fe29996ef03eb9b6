import module from 'node:module'

/** Native addons crash on an older Node without a message, so the version is checked first, in JavaScript that older versions run. */
const [major, minor] = process.versions.node.split('.').map(Number)
if (major !== 24 || minor < 15) {
  console.error(
    `shortlink needs Node 24 (24.15 or newer), this is ${process.versions.node}. "npm ci" brings one along for npm's scripts.`,
  )
  process.exit(1)
}

// Compiled code is kept from start to start, which halves the time that the next one takes.
module.enableCompileCache()
