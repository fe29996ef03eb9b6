import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { html } from '../../../../hosts/http/pages/html.ts'

const NAMES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#96;': '`',
}

describe('the html template', () => {
  test.prop([fc.string({ unit: 'binary' })])(
    'leaves nothing of a text that could be markup, and loses nothing of it',
    (text) => {
      const escaped = html`${text}`.toString()
      expect(escaped).not.toMatch(/[<>"'`]|&(?!(?:amp|lt|gt|quot|#39|#96);)/)
      expect(escaped.replace(/&[^;]+;/g, (name) => NAMES[name] ?? 'unknown')).toBe(text)
    },
  )

  it('keeps markup that a template made, in lists too', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`)
    expect(html`<ul>${items}</ul>`.toString()).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>')
  })

  it('leaves nothing where there is nothing', () => {
    expect(html`<p>${null}${undefined}${false}${''}${0}</p>`.toString()).toBe('<p>0</p>')
  })

  it('is not deceived by an object that says it is markup', () => {
    const forged = { toString: () => '<script>' } as unknown as string
    expect(() => html`${forged}`.toString()).toThrow()
  })
})
