import { PROGRAMS } from '../../import/programs/index.ts'

const SHOWN: Readonly<Record<string, string>> = {
  yourls: 'YOURLS',
  kutt: 'Kutt',
  shlink: 'Shlink',
  bitly: 'Bitly',
  dub: 'Dub',
}

/** The name of a program as its makers write it. */
export const shownName = (name: string) => SHOWN[name] ?? name

/** The programs whose files are imported, by name. */
export const PROGRAMS_BY_NAME = new Map(PROGRAMS.map((program) => [program.name, program]))
