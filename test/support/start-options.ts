import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** The options that `npm start` gives node, so that servers of tests and benchmarks run as those of operators do. */
export const START_OPTIONS: string[] = scripts.start.split(' ').slice('exec node'.split(' ').length, -1)
