import { describe, expect, it } from 'vitest'
import type { QrCodes } from '../qr/qr-codes.port.ts'
import type { QrStyle } from '../qr/qr-style.ts'

export interface QrCodesFixture {
  readonly qrCodes: QrCodes
  /** Decodes a PNG file as a phone does. */
  read(png: Uint8Array): { readonly text: string; readonly width: number; readonly height: number }
}

const URL = 'http://localhost:3000/abc1234'
/** A short URL on the longest hostname, with the longest slug. */
const LONGEST = `https://${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com/${'e'.repeat(100)}`

const style = (given: Partial<QrStyle> = {}): QrStyle => ({
  size: 300,
  ecc: 'M',
  margin: 4,
  color: '#000000',
  bgColor: '#ffffff',
  ...given,
})

/** QR codes that cameras can read. */
export const qrCodesContract = (setUp: () => QrCodesFixture) =>
  describe('QR codes', () => {
    async function readBack(text: string, given: Partial<QrStyle> = {}) {
      const { qrCodes, read } = setUp()
      const base64 = (await qrCodes.png(text, style(given)))._unsafeUnwrap()
      return read(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))
    }

    for (const size of [64, 65, 100, 300, 1023, 1024]) {
      for (const ecc of ['L', 'M', 'Q', 'H'] as const) {
        it(`a PNG of ${size} pixels with level ${ecc} has that size exactly and can be read`, async () => {
          expect(await readBack(URL, { size, ecc })).toEqual({ text: URL, width: size, height: size })
        })
      }
    }

    it.each([0, 1, 10])('a PNG of 64 pixels with a margin of %i can be read', async (margin) => {
      expect(await readBack(URL, { size: 64, margin })).toEqual({ text: URL, width: 64, height: 64 })
    })

    it('a PNG in other colors can be read', async () => {
      expect((await readBack(URL, { color: '#102a43', bgColor: '#fff3d6' })).text).toBe(URL)
    })

    it('a PNG holds the longest short URL', async () => {
      expect((await readBack(LONGEST, { ecc: 'H' })).text).toBe(LONGEST)
    })

    it('a text that needs a larger picture is refused in either format, not drawn larger', async () => {
      const { qrCodes } = setUp()
      for (const format of ['png', 'svg'] as const) {
        const refused = await qrCodes[format](LONGEST, style({ size: 64, ecc: 'H' }))
        expect(refused._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'size' })
      }
    })

    it('an SVG has the size and the colors that were asked for', async () => {
      const given = { size: 128, margin: 2, color: '#102a43', bgColor: '#fff3d6' }
      const svg = (await setUp().qrCodes.svg(URL, style(given)))._unsafeUnwrap()
      expect(svg).toMatch(/^<svg [^>]*width="128" height="128"/)
      for (const color of [given.color, given.bgColor]) expect(svg).toContain(color)
    })
  })
