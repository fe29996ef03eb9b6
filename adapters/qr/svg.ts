import type { QrStyle } from '@shortlink/core'
import type { QrLayout } from '@shortlink/core/adapter'
import type { Matrix } from './matrix.ts'

/** One path on a background: each run of dark modules in a row is a rectangle on whole pixels, so that no hairline shows between rows. */
export function drawSvg({ size: modules, data }: Matrix, { scale, offset }: QrLayout, style: QrStyle): string {
  let path = ''
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (!data[row * modules + column]) continue
      const start = column
      while (column + 1 < modules && data[row * modules + column + 1]) column++
      const width = (column + 1 - start) * scale
      path += `M${offset + start * scale} ${offset + row * scale}h${width}v${scale}h-${width}z`
    }
  }
  const { size, color, bgColor } = style
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="QR code">` +
    `<path fill="${bgColor}" d="M0 0h${size}v${size}H0z"/><path fill="${color}" d="${path}"/></svg>`
  )
}
