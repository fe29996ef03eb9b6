import { LINK_OPTIONS, mapOptions, OPTION_NAMES } from '@shortlink/core'
import { EXPORT_COLUMNS } from '../exported.ts'
import type { Program } from '../program.ts'
import { countOf, givenText, instantOf, normalName, textOf } from '../row.ts'
import { flagOf, jsonOf, limitOf, passwordIn, timeOf } from '../values.ts'

/** Each column of an export, with passwords in clear text. */
const COLUMNS = EXPORT_COLUMNS.map((name) => (name === 'hasPassword' ? 'password' : name))

/** The names in lines of the width of `--help`, after the first with its indent. */
const linesOf = (names: readonly string[]) => names.join(', ').replaceAll(/(.{1,118},) /g, '$1\n             ')

/** A list as JSON, or as people write it. */
const listOf = (value: unknown) =>
  typeof value === 'string' && value !== '' && !value.startsWith('[')
    ? value.split(',').map((name) => name.trim())
    : jsonOf(value)

const READERS = {
  text: textOf,
  time: timeOf,
  integer: limitOf,
  flag: flagOf,
  texts: listOf,
  object: jsonOf,
}

/** An earlier export, or CSV written by hand. */
export const shortlink: Program = {
  name: 'shortlink',
  files: 'CSV or JSON of "link export"',
  columns: `${linesOf(COLUMNS)};
             rules, utm, tags, preview and aliases as JSON, tags also with commas between`,
  needs: { slug: ['slug'], target: ['target'] },
  isGuarded: true,
  fates: {
    ...Object.fromEntries([...COLUMNS, 'hasPassword'].map((name) => [normalName(name), 'kept'])),
    disabled: 'disabled',
  },
  links: (row) => [
    {
      slug: row.slug,
      target: row.target,
      title: textOf(row.title),
      domain: givenText(row.hostname),
      enableTracking: flagOf(row.enabletracking),
      rules: jsonOf(row.rules),
      hitCount: countOf(row.hitcount),
      createdAt: instantOf(row.createdat),
      updatedAt: instantOf(row.updatedat),
      visitsLeft: limitOf(row.visitsleft),
      ...passwordIn(row.password, row.haspassword),
      ...mapOptions(OPTION_NAMES, (name) => READERS[LINK_OPTIONS[name].kind](row[normalName(name)])),
      aliases: listOf(row.aliases),
    },
  ],
}
