import { normalizeBlockedHost } from '@shortlink/core'

/** The IP addresses that start lines of hosts files. */
const HOSTS_FILE_ADDRESS = /^(?:0\.0\.0\.0|127(?:\.\d+){3}|::1?)$/
/** Names that hosts files give to the machine itself. */
const LOCAL_NAMES = new Set([
  'localhost',
  'localhost.localdomain',
  'local',
  'broadcasthost',
  'ip6-localhost',
  'ip6-loopback',
])

/**
 * The hosts to block in a hosts file or a list with one host per line, in a batch for each piece of text. Comments start with `#` or `!`; `*.` means the host and
 * all names below it, like a leading dot.
 * @param onInvalid called for each line that has something else
 */
export async function* hostsIn(text: AsyncIterable<string>, onInvalid: () => void): AsyncGenerator<readonly string[]> {
  let hosts: string[] = []
  let rest = ''
  function read(line: string) {
    const found = hostsOfLine(line)
    if (found === undefined) onInvalid()
    else hosts.push(...found)
  }
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) read(line)
    yield hosts
    hosts = []
  }
  read(rest)
  yield hosts
}

/** The hosts of a line; none of an empty one; undefined if it has other text. */
function hostsOfLine(line: string): readonly string[] | undefined {
  const [first = '', ...others] = line
    .replace(/[#!].*$/s, '')
    .trim()
    .split(/\s+/)
  if (first === '') return []
  if (!HOSTS_FILE_ADDRESS.test(first)) return others.length > 0 ? undefined : normalized([first])
  return normalized(others.filter((name) => !LOCAL_NAMES.has(name) && !HOSTS_FILE_ADDRESS.test(name)))
}

function normalized(names: readonly string[]): readonly string[] | undefined {
  const hosts: string[] = []
  for (const name of names) {
    const host = normalizeBlockedHost(name)
    if (host === undefined) return undefined
    hosts.push(host)
  }
  return hosts
}
