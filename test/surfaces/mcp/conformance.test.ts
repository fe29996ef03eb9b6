import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { openFixture } from '../../hosts/mcp/fixture.ts'

const require = createRequire(import.meta.url)
const suite = require.resolve('@modelcontextprotocol/conformance/dist/index.js')

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

/**
 * The scenarios that apply. The others want things that this server does not have: the suite's own tools and resources (tools-call-*,
 * json-schema-2020-12, resources-read-*, resources-templates-read, server-sse-polling), prompts, completion, logging, sampling, elicitation, and subscriptions.
 */
it.each([
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
])('MCP passes the official conformance scenario %s', async (scenario) => {
  const { url, newUser } = await openFixture()
  const relay = await relayWithKey(url, (await newUser()).key)
  const run = promisify(execFile)(process.execPath, [suite, 'server', '--url', relay, '--scenario', scenario])
  const { stdout } = await run.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout}\n${error.stderr}`)
  })
  expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/)
})
