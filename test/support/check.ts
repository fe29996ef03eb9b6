/**
 * `npm run check`: runs each script of package.json with a name that starts with `check:`, at most one per core at a time, and shows the
 * output of failed ones. To add a check, add a script.
 */
import { exec } from 'node:child_process'
import { availableParallelism } from 'node:os'
import root from '../../package.json' with { type: 'json' }

const checks = Object.entries(root.scripts).filter(([name]) => name.startsWith('check:'))

/** npm adds the programs of node_modules to the path. */
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
