import jsQr from 'jsqr'
import { PNG } from 'pngjs'

/** Returns the text that a phone would read from the picture; throws without one. */
export function readQr(png: Buffer): { text: string; width: number; height: number } {
  return decode(PNG.sync.read(png))
}

/** Does the same for an SVG in shortlink's format: a square of one color, and a path of rectangles in another. */
export function readSvgQr(svg: string): ReturnType<typeof readQr> {
  const [, size = ''] = /^<svg [^>]*width="(\d+)"/.exec(svg) ?? []
  const width = Number(size)
  const data = Buffer.alloc(width * width * 4, 255)
  for (const [, fill = '', path = ''] of svg.matchAll(/<path fill="#(\w{6})" d="([^"]*)"/g)) {
    const color = Buffer.from(`${fill}ff`, 'hex')
    for (const [, x, y, wide, high] of path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)/g)) {
      for (let down = Number(y); down < Number(y) + Number(high); down++) {
        const start = (down * width + Number(x)) * 4
        data.fill(color, start, start + Number(wide) * 4)
      }
    }
  }
  return decode({ data, width, height: width })
}

function decode({ data, width, height }: Pick<PNG, 'data' | 'width' | 'height'>): ReturnType<typeof readQr> {
  // jsqr is a CommonJS module whose default export is nested once more.
  const read =
    (jsQr as unknown as { default?: typeof jsQr.default }).default ?? (jsQr as unknown as typeof jsQr.default)
  const found = read(new Uint8ClampedArray(data), width, height)
  if (!found) throw new Error('no QR code found')
  return { text: found.data, width, height }
}
