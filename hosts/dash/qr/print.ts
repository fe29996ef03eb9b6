import { pngOf, rgbOf } from '../ui/browser/raster.ts'
import { crc32 } from '../ui/codes/crc32.ts'

const MM_PER_INCH = 25.4
const DPI = 300
const POINTS_PER_INCH = 72

/** The pixels of a printed length at 300 dpi. */
export const printPx = (mm: number) => Math.round((mm / MM_PER_INCH) * DPI)

/** The end of a PNG file's signature and first chunk, which gives its size. */
const AFTER_HEADER = 33

/** The SVG as a PNG of that width on paper, whose resolution is in the file; undefined if the browser cannot draw it. */
export async function printedPng(svg: string, widthMm: number): Promise<Blob | undefined> {
  const png = await pngOf(svg, printPx(widthMm))
  if (!png) return undefined
  const bytes = new Uint8Array(await png.arrayBuffer())
  return new Blob([bytes.subarray(0, AFTER_HEADER), density(), bytes.subarray(AFTER_HEADER)], { type: png.type })
}

/** The chunk `pHYs`: pixels per metre in both directions. */
function density(): Uint8Array<ArrayBuffer> {
  const chunk = new DataView(new ArrayBuffer(21))
  const perMetre = Math.round((DPI / MM_PER_INCH) * 1000)
  chunk.setUint32(0, 9)
  for (const [at, letter] of [...'pHYs'].entries()) chunk.setUint8(4 + at, letter.charCodeAt(0))
  chunk.setUint32(8, perMetre)
  chunk.setUint32(12, perMetre)
  chunk.setUint8(16, 1)
  chunk.setUint32(17, crc32(new Uint8Array(chunk.buffer, 4, 13)))
  return new Uint8Array(chunk.buffer)
}

/** The SVG as a PDF with one page of that width, drawn at 300 dpi; undefined if the browser cannot draw it. */
export async function pdfOf(svg: string, widthMm: number): Promise<Blob | undefined> {
  const image = await rgbOf(svg, printPx(widthMm))
  if (!image) return undefined
  const pixels = await deflated(image.rgb)
  const width = (widthMm / MM_PER_INCH) * POINTS_PER_INCH
  const [wide, high] = [width.toFixed(2), ((width * image.height) / image.width).toFixed(2)]
  const draw = `q ${wide} 0 0 ${high} 0 0 cm /Code Do Q`
  const objects: (readonly (string | Uint8Array<ArrayBuffer>)[])[] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents 4 0 R /Resources << /XObject << /Code 5 0 R >> >> >>`,
    ],
    [`<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`],
    [
      `<< /Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${pixels.length} >>\nstream\n`,
      pixels,
      '\nendstream',
    ],
  ]
  return pdfFile(objects)
}

/** A PDF file of these objects, which are numbered from 1; the first is the catalog. */
function pdfFile(objects: readonly (readonly (string | Uint8Array<ArrayBuffer>)[])[]): Blob {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = ['%PDF-1.4\n']
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    const written = [`${index + 1} 0 obj\n`, ...object, '\nendobj\n']
    parts.push(...written)
    length += written.reduce((sum, part) => sum + part.length, 0)
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  parts.push(`xref\n0 ${count}\n0000000000 65535 f \n${entries}`)
  parts.push(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
