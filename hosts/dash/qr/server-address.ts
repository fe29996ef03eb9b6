import type { QrLook } from '../ui/browser/qr-svg.ts'

/** The URL of the server's own image of a link, with the supported part of a style: the server has no round modules, no logo and no frame. */
export function serverAddress(url: string, { foreground, background, margin, ecc }: QrLook): string {
  const parameters = new URLSearchParams()
  if (foreground !== '#000000') parameters.set('color', foreground.slice(1))
  if (background !== '#ffffff') parameters.set('bgColor', background.slice(1))
  if (margin !== 4) parameters.set('margin', String(margin))
  if (ecc !== 'M') parameters.set('ecc', ecc)
  return `${url}/qr.svg${parameters.size === 0 ? '' : `?${parameters}`}`
}
