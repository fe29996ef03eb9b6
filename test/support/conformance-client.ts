/** The program that the conformance suite starts as a client: it has the test run the official client, which is loaded there. */
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = '{}', TEST_URL = '' } = process.env
const body = JSON.stringify({ scenario, context: JSON.parse(context), url: process.argv.at(-1) })
const response = await fetch(TEST_URL, { method: 'POST', body })
if (!response.ok) {
  console.error(await response.text())
  process.exitCode = 1
}

export {}
