import module from 'node:module'

/** `EX_CONFIG` of sysexits.h, as for wrong settings: starting again changes nothing, so supervisors should not. */
const UNSUITABLE = 78

/** An older Node crashes in native code or lacks functions, so this names the problem. Plain JavaScript that any Node can run. */
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 15)) {
  console.error(
    `shortlink needs Node 24.15 or newer, and this is ${process.versions.node}. Install a current one from https://nodejs.org`,
  )
  process.exit(UNSUITABLE)
}

// Compiled code is cached between starts, which halves the time of the next one.
module.enableCompileCache()
