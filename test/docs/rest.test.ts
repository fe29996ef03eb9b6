import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { fencesOf, patternOf } from '../support/fences.ts'
import { startTestServer } from '../support/server.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let key: string
beforeAll(async () => {
  server = await startTestServer({ database: 'sqlite' })
  const { data } = await (await newAccount(server.url)).ask('mutation { createApiKey(label: "k") { secret } }')
  key = data.createApiKey.secret
})
afterAll(() => server.close('the tests are over'))

it('each command of docs/rest.md prints what the page shows', async () => {
  let printed = ''
  for (const { language, code } of fencesOf('docs/rest.md')) {
    if (language !== 'sh') {
      expect(printed.trim()).toMatch(patternOf(code))
      continue
    }
    const script = code
      .replaceAll('http://localhost:3000', server.url)
      // The tests need no jq.
      .replace(/jq -r \.(\w+)/, `'${process.execPath}' -p 'JSON.parse(require("node:fs").readFileSync(0, "utf8")).$1'`)
    const { stdout } = await promisify(execFile)('bash', ['-c', `set -e\n${script}`], {
      env: { ...bareEnvironment(), KEY: key },
    })
    printed = stdout
  }
})
