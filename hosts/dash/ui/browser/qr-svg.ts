import { correction, generate } from 'lean-qr'

/** How a code is drawn. */
export interface QrLook {
  /** `#rrggbb` */
  readonly foreground: string
  readonly background: string
  /** Empty modules around the code, 0 to 10. */
  readonly margin: number
  /** Error correction level, which restores 7, 15, 25 or 30 % of the code. */
  readonly ecc: 'L' | 'M' | 'Q' | 'H'
  /** Corner radius of the modules, 0 (square) to 0.8; not every scanner reads rounder dots. */
  readonly roundness: number
  /** An image in the middle, as a data URL; undefined for none. */
  readonly logo: string | undefined
  /** Whether a frame surrounds the code, with the caption below it. */
  readonly hasFrame: boolean
  /** Text in the frame; empty for none. */
  readonly caption: string
}

/** Black on white, as every scanner reads it. */
export const PLAIN_LOOK: QrLook = {
  foreground: '#000000',
  background: '#ffffff',
  margin: 4,
  ecc: 'M',
  roundness: 0,
  logo: undefined,
  hasFrame: false,
  caption: '',
}

export const MAX_ROUNDNESS = 0.8
/** Edge of the logo relative to the code: 4 % of its area, while level H corrects 30 %. */
const LOGO_SHARE = 0.2
/** Width of the frame, in modules. */
const FRAME = 1
/** Height of the caption relative to the width of the code. */
const CAPTION_SHARE = 0.18
/** Modules of a finder pattern, which stay square: scanners look for their proportions. */
const FINDER = 7

/** The SVG of a QR code. With a logo the correction is level H. Scanners read the text. `widthMm` is the width on paper, instead of pixels. */
export function qrSvg(text: string, look: QrLook, widthMm?: number): string {
  const { foreground, background, margin, ecc, roundness, logo } = look
  const level = correction[logo === undefined ? ecc : 'H']
  const code = generate(text, { minCorrectionLevel: level, maxCorrectionLevel: level })
  const size = code.size + 2 * margin
  const covered = logo === undefined ? 0 : Math.ceil(code.size * LOGO_SHARE)
  const start = Math.floor((code.size - covered) / 2)
  const isCovered = (x: number, y: number) => x >= start && x < start + covered && y >= start && y < start + covered
  const isFinder = (x: number, y: number) => {
    const isEdge = (at: number) => at < FINDER || at >= code.size - FINDER
    return isEdge(x) && isEdge(y) && (x < FINDER || y < FINDER)
  }
  let path = ''
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y) || isCovered(x, y)) continue
      path += module(x + margin, y + margin, isFinder(x, y) ? 0 : roundness / 2)
    }
  }
  const image =
    logo === undefined
      ? ''
      : `<image x="${start + margin}" y="${start + margin}" width="${covered}" height="${covered}" href="${escaped(logo)}"/>`
  const drawn = `<rect width="${size}" height="${size}" fill="${escaped(background)}"/><path fill="${escaped(foreground)}" d="${path}"/>${image}`
  return look.hasFrame ? framed(drawn, size, look, widthMm) : svgOf(drawn, size, size, widthMm)
}

/** A drawing of that size in modules. */
function svgOf(drawn: string, width: number, height: number, widthMm: number | undefined): string {
  const length = (modules: number) => (widthMm === undefined ? modules * 16 : `${(modules * widthMm) / width}mm`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${length(width)}" height="${length(height)}">${drawn}</svg>`
}

/** A code in a frame of its foreground color, with the caption in its background color. */
function framed(drawn: string, size: number, { foreground, background, caption }: QrLook, widthMm?: number): string {
  const width = size + 2 * FRAME
  const text = caption.trim()
  const band = text === '' ? 0 : Math.round(size * CAPTION_SHARE)
  const height = width + band
  // A letter is about 0.6 of its font size wide.
  const font = Math.min(band * 0.6, (size * 0.9) / (Array.from(text).length * 0.6))
  const words = `<text x="${width / 2}" y="${width + band / 2 - FRAME / 2}" fill="${escaped(background)}" font-family="system-ui,sans-serif" font-weight="600" font-size="${font.toFixed(2)}" text-anchor="middle" dominant-baseline="central">${escaped(text)}</text>`
  const frame = `<rect width="${width}" height="${height}" rx="${FRAME}" fill="${escaped(foreground)}"/>`
  const inner = `<g transform="translate(${FRAME} ${FRAME})">${drawn}</g>`
  return svgOf(`${frame}${inner}${band === 0 ? '' : words}`, width, height, widthMm)
}

/** One module as a path: a square, or with corners of that radius. */
function module(x: number, y: number, radius: number): string {
  if (radius === 0) return `M${x} ${y}h1v1h-1z`
  const side = 1 - 2 * radius
  const corner = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  return `M${x + radius} ${y}h${side}${corner(radius, radius)}v${side}${corner(-radius, radius)}h${-side}${corner(-radius, -radius)}v${-side}${corner(radius, -radius)}z`
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
