import { BIO_THEMES } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { contrast } from '../../../../core/qr/color.ts'
import { palettesOf } from '../../../../hosts/http/pages/palettes-of.ts'
import { stylesheets } from '../../../../hosts/http/pages/stylesheet.ts'
import { themes } from '../../../../hosts/http/pages/themes.ts'

/** WCAG 2.2: 4.5:1 for text, 3:1 for what marks the focus. */
const TEXT = 4.5
const FOCUS = 3

describe('own colors', () => {
  const COLORS = ['#000000', '#ffffff', '#777777', '#ff0000', '#00ff00', '#0000ff', '#808000', '#767676', '#4a45c4']

  it.each(BIO_THEMES)(
    'text on buttons is readable in any color, and a button is never invisible, in the theme %s',
    (theme) => {
      for (const button of COLORS) {
        for (const background of COLORS) {
          const text = contrast('#000000', background) > contrast('#ffffff', background) ? '#000000' : '#ffffff'
          const [palette, ...others] = palettesOf(theme, { background, text, button })
          if (palette === undefined) throw new Error('no palette')
          expect(others).toEqual([])
          expect(contrast(palette.cardInk, palette.card)).toBeGreaterThanOrEqual(TEXT)
          expect(contrast(palette.cardMuted, palette.card)).toBeGreaterThanOrEqual(TEXT)
          expect(contrast(palette.muted, palette.ground)).toBeGreaterThanOrEqual(TEXT)
          expect(contrast(palette.line, palette.ground)).toBeGreaterThanOrEqual(1.5)
        }
      }
    },
  )
})

describe.each(BIO_THEMES)('the theme %s', (theme) => {
  it.each(themes[theme])('a theme has enough contrast between text and every background', (palette) => {
    const pairs = [
      ...palette.stops.flatMap((stop) => [
        [palette.ink, stop],
        [palette.muted, stop],
      ]),
      [palette.cardInk, palette.card],
      [palette.cardMuted, palette.card],
      [palette.tintInk, palette.tint],
      ...palette.accents.map((accent) => [palette.accentInk, accent]),
    ] as [string, string][]
    const faint = pairs.filter(([ink, ground]) => contrast(ink, ground) < TEXT)
    expect(faint.map(([ink, ground]) => `${ink} on ${ground}: ${contrast(ink, ground).toFixed(2)}`)).toEqual([])
  })

  it.each(themes[theme])('a theme shows the focus on every background', (palette) => {
    for (const stop of palette.stops) expect(contrast(palette.focus, stop)).toBeGreaterThanOrEqual(FOCUS)
  })

  it.each(themes[theme])('a theme lists every color of its gradient among the backgrounds', (palette) => {
    const painted = [...palette.sky.matchAll(/#[0-9a-f]{6}(?![0-9a-f])/g)].map(([color]) => color)
    expect(palette.stops).toEqual(expect.arrayContaining([palette.ground, ...painted]))
  })

  it('a stylesheet loads nothing from other origins', () => {
    expect(stylesheets[theme]).not.toMatch(/url\(|@import|https?:|</)
  })
})
