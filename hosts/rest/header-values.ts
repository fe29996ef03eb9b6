import type { Given } from './table/input.ts'
import type { Row } from './table/row.ts'

/** The members of the input that the operation's headers have. */
export function headerValues({ headers: names = {} }: Pick<Row, 'headers'>, { headers }: Request): Given {
  const values = Object.entries(names).map(([member, name]) => [member, headers.get(name)] as const)
  return Object.fromEntries(values.flatMap(([member, value]) => (value === null ? [] : [[member, textOf(value)]])))
}

/** The text of a header: UTF-8, as curl sends it, otherwise Latin-1, as browsers send it. HTTP itself reads every byte as Latin-1. */
function textOf(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
