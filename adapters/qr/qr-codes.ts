import type { ErrorOf, QrStyle } from '@shortlink/core'
import { layOutQr, type QrLayout } from '@shortlink/core/adapter'
import type { QrCodes } from '@shortlink/core/ports'
import { err, ok, ResultAsync } from 'neverthrow'
import { Mutex } from '../kit/mutex.ts'
import { encodeQr } from './encode.ts'
import type { Matrix } from './matrix.ts'
import { drawPng } from './png.ts'
import { drawSvg } from './svg.ts'

/**
 * QR codes from the matrix of the library qrcode, drawn here in a tenth of a millisecond. The library's own PNG takes thirty at 1024
 * pixels, and is larger than requested when a long text leaves no room.
 */
export function qrCodes(): QrCodes {
  const mutex = new Mutex()

  /** Resolves for one caller per turn of the event loop: concurrent codes must not delay redirects by their total time. */
  async function nextTurn() {
    await mutex.acquire()
    setImmediate(() => mutex.release())
  }

  const layOut = (text: string, style: QrStyle): ResultAsync<[Matrix, QrLayout], ErrorOf<'invalid-input'>> =>
    ResultAsync.fromSafePromise(nextTurn().then(() => encodeQr(text, style.ecc))).andThen((matrix) => {
      const layout = layOutQr(matrix.size, style)
      if (layout !== undefined) return ok<[Matrix, QrLayout], never>([matrix, layout])
      const message = `size must be at least ${matrix.size} pixels for a URL of this length`
      return err({ type: 'invalid-input' as const, path: 'size', message })
    })

  return {
    svg: (text, style) => layOut(text, style).map(([matrix, layout]) => drawSvg(matrix, layout, style)),
    png: (text, style) =>
      layOut(text, style).map(([matrix, layout]) => drawPng(matrix, layout, style).toString('base64')),
  }
}
