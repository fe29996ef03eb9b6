/**
 * `npm run check`: runs each script of package.json whose name begins with `check:`, as many at a time as there are cores, and shows
 * the output of those that fail. A new check is one more script.
 */
import { exec } from 'node:child_process'
import { availableParallelism } from 'node:os'
import root from '../../package.json' with { type: 'json' }

const checks = Object.entries(root.scripts).filter(([name]) => name.startsWith('check:'))

/** npm has put the programs of node_modules on the path. */
const passes = (command: string) =>
  new Promise<boolean>((resolve) => {
    exec(command, { maxBuffer: Number.POSITIVE_INFINITY }, (error, stdout, stderr) => {
      console.log(error ? `FAILED ${command}\n${stdout}${stderr}` : `passed ${command}`)
      resolve(error === null)
    })
  })

async function runInTurn(): Promise<boolean> {
  let passed = true
  for (let check = checks.shift(); check !== undefined; check = checks.shift())
    passed = (await passes(check[1])) && passed
  return passed
}

const results = await Promise.all(Array.from({ length: availableParallelism() }, runInTurn))
if (results.includes(false)) process.exitCode = 1
