import { describe, expect, it } from 'vitest'
import { languageOf } from '../../../core/hits/language-of.ts'
import { threadTimeOf } from '../../support/thread-time.ts'

describe('the language of a visitor', () => {
  it.each([
    ['en', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['pt-BR;q=0.8 , en;q=1.0', 'pt'],
    ['ZH-Hant-TW, en', 'zh'],
    ['fil\t;\tq=0.5', 'fil'],
    [', de', 'de'],
  ])('%j names first %j', (header, language) => {
    expect(languageOf(header)).toBe(language)
  })

  it.each([
    '',
    '*',
    '*, en',
    'e',
    'en_US',
    'en-',
    'x-klingon',
    'en;level=1',
    'en;q=2',
    'english language',
    'longerthan8',
    ',,,',
  ])('%j names none', (header) => {
    expect(languageOf(header)).toBeNull()
  })

  it('takes no time over a long header', () => {
    for (const header of [' '.repeat(100_000), ','.repeat(100_000), `en${'-a'.repeat(100_000)}!`]) {
      expect(threadTimeOf(() => expect(languageOf(header)).toBeNull())).toBeLessThan(100)
    }
  })
})
