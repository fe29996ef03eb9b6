import { describe, expect, it } from 'vitest'
import { expressionsIn, leastMs, parseLiteral, worstTexts } from './support/regular-expressions.ts'

/** For 10,000 characters linear time is some 0.1 ms and quadratic time at least 30 ms, however busy the machine is. */
const MAX_MS = 10

/** The first text, cut short, that takes an expression too long. */
function slowText(expression: RegExp): string | undefined {
  for (const texts of worstTexts(expression)) {
    if (leastMs(expression, texts, MAX_MS) <= MAX_MS) continue
    const slow = texts.find((text) => leastMs(expression, [text], MAX_MS) > MAX_MS)
    if (slow !== undefined) return `${JSON.stringify(slow.slice(0, 20))}… (${slow.length})`
  }
  return undefined
}

describe('a regular expression of the product', () => {
  const { literals, constructed } = expressionsIn(['core', 'adapters', 'hosts', 'client'])

  it('every regular expression of the product is a literal, so that this test can run it', () => {
    expect(constructed).toEqual([])
    expect(literals.size).toBeGreaterThan(80)
  })

  it.for([...literals])('the regular expression %s of %s takes linear time for its worst text', ([literal]) => {
    expect(slowText(parseLiteral(literal))).toBeUndefined()
  })
})

describe('the search for worst texts', () => {
  it.each([
    [/^([^-]+?)\s*-\s*([^-]+)$/],
    [/\/+$/],
    [/^(a+)+$/],
    [/([\w.-]*(?:bot|crawler)[\w.-]*)(?:[/ ]v?(\d[\w.]*))?/i],
    [/^https?:\/\/[^?]*\/[^?]*#$/],
    [/\s+$/],
  ])('the search finds a worst text for %s', (expression) => {
    expect(slowText(expression)).toBeDefined()
  })
})
