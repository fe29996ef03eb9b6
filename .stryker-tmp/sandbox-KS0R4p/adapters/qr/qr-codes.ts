import { type ErrorOf, layOutQr, type QrCodes, type QrLayout, type QrStyle } from '@shortlink/core'
import { err, ok, type Result } from 'neverthrow'
import { create } from 'qrcode'
import { drawPng } from './png.ts'
import { drawSvg } from './svg.ts'

/** The squares of a code, row by row; 1 is dark. */
export interface Matrix {
  readonly size: number
  readonly data: Uint8Array
}

/**
 * QR codes with qrcode's matrix and pictures of our own. Drawing takes one to three milliseconds; the library's PNG takes some thirty
 * at 1024 pixels and does not keep to its size when a long text leaves no room.
 */
export const qrCodes = (): QrCodes => ({
  svg: (text, style) =>
    layOut(text, style)
      .map(([matrix, layout]) => drawSvg(matrix, layout, style))
      .asyncMap(async (svg) => svg),
  png: (text, style) =>
    layOut(text, style)
      .asyncMap(([matrix, layout]) => drawPng(matrix, layout, style))
      .map((png) => png.toString('base64')),
})

function layOut(text: string, style: QrStyle): Result<[Matrix, QrLayout], ErrorOf<'invalid-input'>> {
  const matrix: Matrix = create(text, { errorCorrectionLevel: style.ecc }).modules
  const layout = layOutQr(matrix.size, style)
  if (layout !== undefined) return ok([matrix, layout])
  const message = `size must be at least ${matrix.size} pixels for a URL of this length`
  return err({ type: 'invalid-input', path: 'size', message })
}
