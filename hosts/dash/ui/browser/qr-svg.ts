import { correction, generate } from 'lean-qr'

/** How a code is drawn. */
export interface QrLook {
  /** `#rrggbb` */
  readonly foreground: string
  readonly background: string
  /** Empty modules around the code, 0 to 16. */
  readonly margin: number
  /** Error correction level, which restores 7, 15, 25 or 30 % of the code. */
  readonly ecc: 'L' | 'M' | 'Q' | 'H'
  /** Corner radius of the modules, 0 (square) to 0.8; not every scanner reads rounder dots. */
  readonly roundness: number
  /** An image in the middle, as a data URL; undefined for none. */
  readonly logo: string | undefined
}

/** Black on white, as every scanner reads it. */
export const PLAIN_LOOK: QrLook = {
  foreground: '#000000',
  background: '#ffffff',
  margin: 4,
  ecc: 'M',
  roundness: 0,
  logo: undefined,
}

export const MAX_ROUNDNESS = 0.8
/** Edge of the logo relative to the code: 4 % of its area, while level H corrects 30 %. */
const LOGO_SHARE = 0.2
/** Modules of a finder pattern, which stay square: scanners look for their proportions. */
const FINDER = 7

/** The SVG of a QR code. With a logo the correction is level H. Scanners read the text. */
export function qrSvg(text: string, { foreground, background, margin, ecc, roundness, logo }: QrLook): string {
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
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 16}" height="${size * 16}">`,
    `<rect width="${size}" height="${size}" fill="${escaped(background)}"/>`,
    `<path fill="${escaped(foreground)}" d="${path}"/>${image}</svg>`,
  ].join('')
}

/** One module as a path: a square, or with corners of that radius. */
function module(x: number, y: number, radius: number): string {
  if (radius === 0) return `M${x} ${y}h1v1h-1z`
  const side = 1 - 2 * radius
  const corner = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  return `M${x + radius} ${y}h${side}${corner(radius, radius)}v${side}${corner(-radius, radius)}h${-side}${corner(-radius, -radius)}v${-side}${corner(radius, -radius)}z`
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
