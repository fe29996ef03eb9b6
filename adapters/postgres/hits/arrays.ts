const HEADER_BYTES = 20
const OID = { integer: 23, bigint: 20 }

/** Numbers of 32 bits, as Postgres reads an array in its binary format: as text each would be written and read again. */
export function integers(values: readonly (number | null)[]): Buffer {
  const { array, view } = emptyArray(OID.integer, values.length, 8)
  let end = HEADER_BYTES
  for (const value of values) {
    view.setInt32(end, value === null ? -1 : 4)
    end += 4
    if (value === null) continue
    view.setInt32(end, value)
    end += 4
  }
  return array.subarray(0, end)
}

/** Numbers of 64 bits. */
export function bigints(values: readonly (number | bigint)[]): Buffer {
  const { array, view } = emptyArray(OID.bigint, values.length, 12)
  let at = HEADER_BYTES
  for (const value of values) {
    view.setInt32(at, 8)
    if (typeof value === 'bigint') view.setBigInt64(at + 4, value)
    else {
      view.setInt32(at + 4, Math.floor(value / 2 ** 32))
      view.setInt32(at + 8, value | 0)
    }
    at += 12
  }
  return array
}

/** An array with its header: dimensions, whether there are nulls, type, length and index of the first element. */
function emptyArray(oid: number, length: number, bytesEach: number) {
  const array = Buffer.alloc(HEADER_BYTES + length * bytesEach)
  const view = new DataView(array.buffer, array.byteOffset, array.length)
  for (const [index, value] of [1, 1, oid, length, 1].entries()) view.setInt32(index * 4, value)
  return { array, view }
}

/** Texts as an array. The driver would search each for the two characters that it has to escape. */
export function texts(values: readonly (string | null)[]): string | readonly (string | null)[] {
  if (values.some((value) => value !== null && ESCAPED.test(value))) return values
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value}"`)).join()}}`
}

const ESCAPED = /["\\]/
