/** The modules of a QR code, row by row; 1 is dark. */
export interface Matrix {
  /** Modules in a row. */
  readonly size: number
  readonly data: Uint8Array
}
