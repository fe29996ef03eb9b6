/** The supported programs, by the readers' names, in their makers' spelling. */
export const PROGRAM_NAMES = {
  shortlink: 'shortlink',
  yourls: 'YOURLS',
  kutt: 'Kutt',
  shlink: 'Shlink',
  bitly: 'Bitly',
  dub: 'Dub',
  rebrandly: 'Rebrandly',
  shortio: 'Short.io',
} as const

/** The name of a program in its makers' spelling. */
export const shownName = (name: string) => (PROGRAM_NAMES as Readonly<Record<string, string>>)[name] ?? name
