/** Native parts crash on an older Node rather than complain, so the tests do it for them. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 15)) return
  console.error(`Tests need Node 24.15 or newer, this is ${process.versions.node}: run "npm ci", then "npm test".`)
  process.exit(1)
}
