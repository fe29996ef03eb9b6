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
  test.prop([fc.string({ unit: 'binary' })])('the html template escapes every text and loses no character', (text) => {
    const escaped = html`${text}`.toString()
    expect(escaped).not.toMatch(/[<>"'`]|&(?!(?:amp|lt|gt|quot|#39|#96);)/)
    expect(escaped.replace(/&[^;]+;/g, (name) => NAMES[name] ?? 'unknown')).toBe(text)
  })

  it('the html template keeps markup of other templates, also in lists', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`)
    expect(html`<ul>${items}</ul>`.toString()).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>')
  })

  it('the html template renders null and undefined as nothing', () => {
    expect(html`<p>${null}${undefined}${false}${''}${0}</p>`.toString()).toBe('<p>0</p>')
  })

  it('the html template escapes an object that only looks like markup', () => {
    const forged = { toString: () => '<script>' } as unknown as string
    expect(() => html`${forged}`.toString()).toThrow()
  })
})
