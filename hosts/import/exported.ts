import { NEW_OPTION_NAMES } from '@shortlink/core'
import { toCsvLine, withoutFormula } from './csv.ts'
import { toText } from './row.ts'

const LIMIT_STATE = ['visitsLeft', 'hasPassword'] as const

/** The columns of an export; an import has the same. */
export const EXPORT_COLUMNS = [
  'slug',
  'target',
  'title',
  'hostname',
  'enableTracking',
  'rules',
  'hitCount',
  'createdAt',
  'updatedAt',
  'disabled',
  'enabled',
  'archived',
  ...NEW_OPTION_NAMES.flatMap((name) => (name === 'maxVisits' ? [name, ...LIMIT_STATE] : [name])),
  'aliases',
] as const

/** An exported link: all fields that an import accepts, except the password, which is stored as a hash. Times are in ISO 8601. */
export type ExportedLink = Readonly<Record<(typeof EXPORT_COLUMNS)[number], unknown>>

/** The start of a format, its form of each link, and its end. */
export interface ExportFormat {
  readonly head: string
  line(link: ExportedLink, first: boolean): string
  readonly tail: string
}

const csv = (cell: (text: string) => string): ExportFormat => ({
  head: toCsvLine(EXPORT_COLUMNS),
  line: (link) => toCsvLine(EXPORT_COLUMNS.map((name) => cell(textOf(link[name])))),
  tail: '',
})

/** `csv` adds an apostrophe before formulas, `rawCsv` does not. */
export const EXPORT_FORMATS: Readonly<Record<'csv' | 'rawCsv' | 'json', ExportFormat>> = {
  csv: csv(withoutFormula),
  rawCsv: csv((text) => text),
  json: {
    head: '[',
    line: (link, first) => `${first ? '\n' : ',\n'}${JSON.stringify(link)}`,
    tail: '\n]\n',
  },
}

/** A member of a link as the text of a cell: lists and objects as JSON. */
function textOf(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return ''
  return toText(value ?? '')
}
