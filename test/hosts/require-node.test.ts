import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const check = new URL('../../hosts/require-node.js', import.meta.url).href

/** Runs the check in a Node that says to be of another version. */
async function checked(versions: { node: string }) {
  const overrides = JSON.stringify(versions)
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, ...${overrides} } })`
  const module = `${pretend}; await import('${check}'); console.log('goes on')`
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', module]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

it.each(['24.15.0', '24.21.0', '25.0.0', '26.10.0', '100.0.0'])('Node %s is accepted', async (version) => {
  expect(await checked({ node: version })).toEqual({ code: 0, stdout: 'goes on\n', stderr: '' })
})

it.each(['20.20.2', '22.23.3', '24.14.9'])(
  'Node %s is refused in one line that says what to install',
  async (version) => {
    expect(await checked({ node: version })).toEqual({
      code: 78,
      stdout: '',
      stderr: `shortlink needs Node 24.15 or newer, and this is ${version}. Install a current one from https://nodejs.org\n`,
    })
  },
)
