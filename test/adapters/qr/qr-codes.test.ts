import { setImmediate } from 'node:timers/promises'
import { fc, test } from '@fast-check/vitest'
import { qrCodes } from '@shortlink/adapters/qr'
import type { QrStyle } from '@shortlink/core'
import { qrCodesContract } from '@shortlink/core/contracts'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { readQr } from '../../support/read-qr.ts'

const style = (own: Partial<QrStyle> = {}): QrStyle => ({
  size: 300,
  ecc: 'M',
  margin: 4,
  color: '#000000',
  bgColor: '#ffffff',
  ...own,
})
const codes = qrCodes()
const png = async (text: string, own?: Partial<QrStyle>) =>
  Buffer.from((await codes.png(text, style(own)))._unsafeUnwrap(), 'base64')

const URL = 'http://localhost:3000/abc1234'
const LONGEST = `https://${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com/${'e'.repeat(100)}`

qrCodesContract(() => ({ qrCodes: codes, read: (png) => readQr(Buffer.from(png)) }))

describe('a QR code as PNG', () => {
  it('a PNG has the requested quiet zone where there is room', async () => {
    const { data, width } = PNG.sync.read(await png(URL, { size: 370, margin: 4 }))
    const dark = Array.from({ length: width * width }, (_, at) => data[at * 4] === 0)
    const first = dark.indexOf(true)
    // 29 modules and two margins of 4 are 37 modules of 10 pixels.
    expect([first % width, Math.floor(first / width)]).toEqual([40, 40])
  })

  it('a PNG has the two requested colors and no other', async () => {
    const { data } = PNG.sync.read(await png(URL, { color: '#102a43', bgColor: '#fff3d6' }))
    const colors = new Set(
      Array.from({ length: data.length / 4 }, (_, at) => data.subarray(at * 4, at * 4 + 3).toString('hex')),
    )
    expect([...colors].sort()).toEqual(['102a43', 'fff3d6'])
  })

  test.prop([
    fc.webUrl().filter((url) => url.length <= 300),
    fc.integer({ min: 200, max: 400 }),
    fc.constantFrom('L', 'M', 'Q', 'H'),
    fc.integer({ min: 1, max: 10 }),
  ])('a PNG can be read for any URL in any style', async (url, size, ecc, margin) => {
    expect(readQr(await png(url, { size, ecc, margin })).text).toBe(url)
  })
})

it('codes that are asked for at once are drawn in a turn of the event loop each', async () => {
  await png(URL)
  let turns = 0
  let isDone = false
  const all = Promise.all(Array.from({ length: 10 }, () => png(URL))).then(() => {
    isDone = true
  })
  for (; !isDone; turns += 1) await setImmediate()
  await all
  expect(turns).toBeGreaterThanOrEqual(10)
})

describe('a QR code as SVG', () => {
  it('an SVG draws the same modules as the PNG, in the requested size and colors', async () => {
    const own = { size: 128, margin: 2, color: '#102a43', bgColor: '#fff3d6' }
    const svg = (await codes.svg(URL, style(own)))._unsafeUnwrap()
    expect(svg).toMatch(/^<svg [^>]*width="128" height="128" viewBox="0 0 128 128"/)
    expect(paint(svg)).toEqual(darkPixels(await png(URL, own), 0x10))
  })

  it('an SVG takes at most 100 kB for the longest short URL, and 8 kB for a usual one', async () => {
    expect((await codes.svg(LONGEST, style({ ecc: 'H', size: 1024 })))._unsafeUnwrap().length).toBeLessThan(100_000)
    expect((await codes.svg(URL, style()))._unsafeUnwrap().length).toBeLessThan(8_000)
  })
})

it('a PNG of 1024 pixels takes less than 25 ms of processor time', async () => {
  await png(LONGEST, { size: 1024, ecc: 'H' })
  const before = process.cpuUsage()
  const rounds = 20
  for (let round = 0; round < rounds; round++) await png(`${LONGEST}${round}`, { size: 1024, ecc: 'H' })
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000 / rounds).toBeLessThan(25)
})

/** The dark pixels of our own SVG, painted by hand. */
function paint(svg: string): string[] {
  const pixels: string[] = []
  const code = svg.slice(svg.lastIndexOf('<path'))
  for (const [, x, y, width, height] of code.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)/g)) {
    for (let down = 0; down < Number(height); down++) {
      for (let right = 0; right < Number(width); right++) pixels.push(`${Number(x) + right},${Number(y) + down}`)
    }
  }
  return pixels.sort()
}

function darkPixels(file: Buffer, red: number): string[] {
  const { data, width } = PNG.sync.read(file)
  const all = Array.from({ length: data.length / 4 }, (_, at) => at)
  return all
    .filter((at) => data[at * 4] === red)
    .map((at) => `${at % width},${Math.floor(at / width)}`)
    .sort()
}
