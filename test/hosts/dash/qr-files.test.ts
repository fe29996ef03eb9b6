import { crc32 as expected, inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PLAIN_LOOK, qrSvg } from '../../../hosts/dash/ui/browser/qr-svg.ts'
import { crc32 } from '../../../hosts/dash/ui/codes/crc32.ts'
import { designOf, lookOf } from '../../../hosts/dash/ui/codes/look-of-style.ts'
import { zipOf } from '../../../hosts/dash/ui/codes/zip.ts'

describe('files of QR codes', () => {
  it.each(['', 'a', 'IEND', '灯台'])('the CRC-32 of %j is the one that others compute', (text) => {
    const bytes = new TextEncoder().encode(text)
    expect(crc32(bytes)).toBe(expected(bytes))
  })

  it('a ZIP file is read by its format, with names in other scripts', async () => {
    const contents = { 'sho.rt-sale.svg': '<svg/>', '灯台.png': '\u0089PNG'.repeat(70_000) }
    const entries = Object.entries(contents).map(([name, text]) => ({ name, content: new TextEncoder().encode(text) }))
    expect(filesOf(Buffer.from(await zipOf(entries).arrayBuffer()))).toEqual(contents)
  })

  it('an SVG has its width on paper, and its frame makes room for a caption, whose text is escaped', () => {
    expect(qrSvg('https://sho.rt/a', PLAIN_LOOK, 50)).toContain('width="50mm" height="50mm"')
    const framed = qrSvg('https://sho.rt/a', { ...PLAIN_LOOK, hasFrame: true, caption: ' <Scan & save> ' }, 50)
    expect(framed).toMatch(/ width="50mm" height="5\d\.\d+mm"/)
    expect(framed).toMatch(/<text [^>]*>&#60;Scan &#38; save&#62;<\/text>/)
    expect(qrSvg('https://sho.rt/a', { ...PLAIN_LOOK, hasFrame: true })).not.toContain('<text')
  })

  it('a saved style gives the look that was saved', () => {
    const look = {
      ...PLAIN_LOOK,
      foreground: '#102030',
      logo: 'data:image/png;base64,AAAA',
      hasFrame: true,
      caption: 'Hi',
      roundness: 0.3,
    }
    expect(lookOf({ id: '1', name: 'Poster', ...designOf(look) })).toEqual(look)
    expect(lookOf({ id: '1', name: 'Plain', ...designOf(PLAIN_LOOK) })).toEqual(PLAIN_LOOK)
  })
})

/** Reads the texts in a ZIP file (APPNOTE.TXT), by their names. Checks the size and the checksum of each. */
function filesOf(zip: Buffer): Record<string, string> {
  const end = zip.length - 22
  expect(zip.readUInt32LE(end)).toBe(0x06054b50)
  const files: Record<string, string> = {}
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50)
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)]
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, nameEnd)
    // Bit 11 declares UTF-8; programs read other names as code page 437.
    if (/[^ -~]/.test(name)) expect(flags & 0x800).toBe(0x800)
    const local = zip.readUInt32LE(at + 42)
    expect(zip.readUInt32LE(local)).toBe(0x04034b50)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const stored = zip.subarray(start, start + zip.readUInt32LE(at + 20))
    const content = method === 8 ? inflateRawSync(stored) : stored
    expect([content.length, expected(content)]).toEqual([zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 16)])
    files[name] = content.toString('utf8')
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  expect(at).toBe(end)
  return files
}
