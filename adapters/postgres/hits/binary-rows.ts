/** A signature, flags, and the length of an extension that is not there. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const END = Buffer.from([0xff, 0xff])
/** Upper bound of a row's bytes without its texts. */
const SPARE_BYTES = 256
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const MAX_UNIT_BYTES = 3

/** Rows in Postgres's binary format for copying: the number of columns, then the length of each value, -1 for null, and the value. */
export class BinaryRows {
  #bytes = Buffer.allocUnsafe(64 * 1024)
  #view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset)
  #end = HEADER.copy(this.#bytes)

  /** Starts a row of at most sixteen columns. */
  begin(columns: number) {
    this.#reserve(SPARE_BYTES)
    this.#view.setInt16(this.#end, columns)
    this.#end += 2
  }

  /** Returns its position, for `replaceSmallint`. */
  smallint(value: number | null): number {
    if (this.#begin(value, 2)) this.#view.setInt16(this.#end - 2, value ?? 0)
    return this.#end - 2
  }

  replaceSmallint(at: number, value: number) {
    this.#view.setInt16(at, value)
  }

  integer(value: number | null) {
    if (this.#begin(value, 4)) this.#view.setInt32(this.#end - 4, value ?? 0)
  }

  bigint(value: bigint) {
    this.#begin(value, 8)
    this.#view.setBigInt64(this.#end - 8, value)
  }

  text(value: string | null) {
    if (value === null) return void this.#begin(null, 0)
    this.#reserve(SPARE_BYTES + MAX_UNIT_BYTES * value.length)
    const length = this.#bytes.write(value, this.#end + 4)
    this.#begin(value, length)
  }

  finished(): Buffer {
    this.#reserve(END.length)
    return this.#bytes.subarray(0, this.#end + END.copy(this.#bytes, this.#end))
  }

  /** Makes room for a value and writes its length. */
  #begin(value: unknown, length: number): boolean {
    const isThere = value !== null
    this.#view.setInt32(this.#end, isThere ? length : -1)
    this.#end += isThere ? 4 + length : 4
    return isThere
  }

  #reserve(bytes: number) {
    if (this.#end + bytes <= this.#bytes.length) return
    const before = this.#bytes
    this.#bytes = Buffer.allocUnsafe(2 * before.length + bytes)
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset)
    before.copy(this.#bytes, 0, 0, this.#end)
  }
}
