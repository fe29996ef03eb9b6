import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { openFixture } from '../../hosts/mcp/fixture.ts'

const require = createRequire(import.meta.url)
const SUITES = {
  sessions: require.resolve('@modelcontextprotocol/conformance/dist/index.js'),
  modern: require.resolve('@modelcontextprotocol/conformance-next/dist/index.js'),
}

/** Starts a server, runs a version of the official suite against it, and returns the output and whether all checks passed. */
export async function runSuite(name: keyof typeof SUITES, args: readonly string[]) {
  const { url, newUser } = await openFixture()
  const relay = await relayWithKey(url, (await newUser()).key)
  return promisify(execFile)(process.execPath, [SUITES[name], 'server', '--url', relay, ...args]).then(
    ({ stdout }) => ({ passed: true, stdout }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ passed: false, stdout: `${stdout}\n${stderr}` }),
  )
}

/** The suite knows no API keys, so a relay on the loopback interface adds one to each request. */
async function relayWithKey(url: string, key: string): Promise<string> {
  const relay = createServer((request, response) => {
    const { method, headers } = request
    const onward = forward(url, { method, headers: { ...headers, 'x-api-key': key } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  onTestFinished(() => {
    relay.closeAllConnections()
    relay.close()
  })
  return `http://127.0.0.1:${(relay.address() as AddressInfo).port}/mcp`
}
