import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 as expected } from 'node:zlib'
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

  it('a ZIP file is unpacked by other programs, with names in other scripts', async () => {
    const contents = { 'sho.rt-sale.svg': '<svg/>', '灯台.png': '\u0089PNG'.repeat(70_000) }
    const entries = Object.entries(contents).map(([name, text]) => ({ name, content: new TextEncoder().encode(text) }))
    const folder = mkdtempSync(join(tmpdir(), 'qr-zip-'))
    const file = join(folder, 'codes.zip')
    writeFileSync(file, new Uint8Array(await zipOf(entries).arrayBuffer()))
    const program =
      'import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nz.extractall(sys.argv[2])'
    const target = join(folder, 'out')
    execFileSync('python3', ['-c', program, file, target])
    expect(readdirSync(target).sort()).toEqual(Object.keys(contents).sort())
    for (const [name, text] of Object.entries(contents)) expect(readFileSync(join(target, name), 'utf8')).toBe(text)
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
