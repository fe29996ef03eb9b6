/** Offers a file to save. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content)
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(address)
}

/** Offers a table to save as CSV (RFC 4180). */
export const saveCsv = (name: string, rows: readonly (readonly string[])[]) =>
  saveFile(name, new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))

/** CSV of a table. Cells that a spreadsheet would take for a formula begin with an apostrophe, as OWASP advises. */
export const csvOf = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
