import { readFileSync } from 'node:fs'
import { entry } from '../../build/bundle.js'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** Options of node and arguments, of `node [options] build/run.js main`. */
const [program, ...words] = scripts.start.split(' ') as string[]
if (program !== 'node') throw new Error(`npm start runs ${program}, expected node`)

/** What `npm start` runs: the build, made anew when sources are newer. */
export const BUILT_SERVER: readonly string[] = words.slice(-2)

/** What the package installs as `shortlink`: the bundle, which the setup of a run of tests makes. */
export const BUILT_CLI: string = entry('cli')

/** The options that `npm start` gives node, and the one that makes packages resolve to their sources. */
export const START_OPTIONS: readonly string[] = [...words.slice(0, -2), '--conditions=@shortlink/source']
