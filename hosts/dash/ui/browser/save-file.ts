import { toCsvLine, withoutFormula } from '../../../import/csv.ts'

/** Offers a file to save. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content)
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(address)
}

/** Offers a table to save as CSV. Cells that a spreadsheet would run as a formula start with an apostrophe, as OWASP advises. */
export const saveCsv = (name: string, rows: readonly (readonly string[])[]) =>
  saveFile(
    name,
    new Blob(
      rows.map((row) => toCsvLine(row.map(withoutFormula))),
      { type: 'text/csv;charset=utf-8' },
    ),
  )
