import { readFileSync } from 'node:fs'
import { entry } from '../../build/bundle.js'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** The options and arguments of node in `node [options] build/run.js main`. */
const [program, ...words] = scripts.start.split(' ') as string[]
if (program !== 'node') throw new Error(`npm start runs ${program}, expected node`)

/** The program of `npm start`: the build, which rebuilds itself if sources are newer. */
export const BUILT_SERVER: readonly string[] = words.slice(-2)

/** The program that the package installs as `shortlink`: the bundle, which the setup of a test run builds. */
export const BUILT_CLI: string = entry('cli')

/** The options that `npm start` passes to node, and the option that resolves packages to their sources. */
export const START_OPTIONS: readonly string[] = [...words.slice(0, -2), '--conditions=@shortlink/source']
