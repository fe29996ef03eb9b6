import { randomSlugs } from '@shortlink/adapters/security'
import { expect, it } from 'vitest'

const draw = (slugs: ReturnType<typeof randomSlugs>) => slugs.fresh(20_000)
const charactersOf = (text: string) => [...new Set(text)].sort().join('')

it('slugs are of base58, without look-alikes, and of the length asked for', () => {
  const text = draw(randomSlugs())
  expect(text).toHaveLength(20_000)
  expect(charactersOf(text)).toBe('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
})

it.each(['ab', '0Ol1I_-', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'])(
  'slugs are of all characters of the alphabet %s, each as likely',
  (alphabet) => {
    const text = draw(randomSlugs({ alphabet }))
    const expected = text.length / alphabet.length
    for (const character of alphabet) {
      const count = text.split(character).length - 1
      // Six standard deviations: once in a billion runs.
      expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected))
    }
  },
)

it('slugs that are stored in lower case have each character of the alphabet once, in lower case', () => {
  expect(charactersOf(draw(randomSlugs({ alphabet: 'aAbB1', isLoose: true })))).toBe('1ab')
  expect(charactersOf(draw(randomSlugs({ isLoose: true })))).toBe('123456789abcdefghijklmnopqrstuvwxyz')
})
