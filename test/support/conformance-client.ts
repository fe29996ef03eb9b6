/** The conformance suite starts this program as a client. It passes the scenario to the test, which has loaded the official client. */
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = '{}', TEST_URL = '' } = process.env
const body = JSON.stringify({ scenario, context: JSON.parse(context), url: process.argv.at(-1) })
const response = await fetch(TEST_URL, { method: 'POST', body })
if (!response.ok) {
  console.error(await response.text())
  process.exitCode = 1
}

export {}
