import jsQr from 'jsqr'
import { PNG } from 'pngjs'

/** What a phone would read off the picture; throws when it reads nothing. */
export function readQr(png: Buffer): { text: string; width: number; height: number } {
  const { data, width, height } = PNG.sync.read(png)
  // jsqr is a CommonJS module whose default export is nested once more.
  const decode =
    (jsQr as unknown as { default?: typeof jsQr.default }).default ?? (jsQr as unknown as typeof jsQr.default)
  const found = decode(new Uint8ClampedArray(data), width, height)
  if (!found) throw new Error('no QR code found')
  return { text: found.data, width, height }
}
