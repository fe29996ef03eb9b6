import { makeQrCode } from '@shortlink/core'
import { layOutQr } from '@shortlink/core/adapter'
import { parseInput } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'

const parse = (style: object) => parseInput(makeQrCode.input, { slug: 'a', ...style })

describe('the style of a QR code', () => {
  it('has defaults', () => {
    expect(parse({})._unsafeUnwrap()).toEqual({
      slug: 'a',
      format: 'svg',
      track: false,
      size: 300,
      ecc: 'M',
      margin: 4,
      color: '#000000',
      bgColor: '#ffffff',
    })
  })

  it.each([
    ['size', 63],
    ['size', 1025],
    ['size', 300.5],
    ['size', '300'],
    ['size', Number.NaN],
    ['ecc', 'X'],
    ['ecc', ''],
    ['margin', -1],
    ['margin', 11],
    ['color', 'red'],
    ['color', '#12345'],
    ['bgColor', '#fff" onload="x'],
    ['format', 'gif'],
  ])('refuses %s %j and names it', (name, value) => {
    expect(parse({ [name]: value })._unsafeUnwrapErr()).toMatchObject({
      path: name,
      message: expect.stringContaining(name),
    })
  })

  it('accepts short colors, with or without #, and lower-case levels', () => {
    expect(parse({ color: '024', bgColor: '#FFE', ecc: 'q' })._unsafeUnwrap()).toMatchObject({
      color: '#002244',
      bgColor: '#ffffee',
      ecc: 'Q',
    })
  })

  it.each([
    ['#777777', '#888888'],
    ['#ffff00', '#ffffff'],
    ['#ffffff', '#000000'],
    ['#123456', '#123456'],
  ])('refuses %s on %s, which cameras cannot read', (color, bgColor) => {
    expect(parse({ color, bgColor }).isErr()).toBe(true)
  })
})

describe('the layout of a QR code', () => {
  it.each([
    ['wide enough', 29, 370, 4, { scale: 10, offset: 40 }],
    ['with modules of two pixels where only the quiet zone has to shrink', 29, 64, 4, { scale: 2, offset: 3 }],
    ['with the quiet zone that is left', 63, 64, 10, { scale: 1, offset: 0 }],
    ['as large as the picture without a margin', 32, 64, 0, { scale: 2, offset: 0 }],
    ['not at all when it cannot fit', 65, 64, 0, undefined],
  ])('is %s', (_, modules, size, margin, layout) => {
    expect(layOutQr(modules, { size, margin })).toEqual(layout)
  })
})
