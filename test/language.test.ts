import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from './support/databases.ts'
import { findBannedWords, languageFaults } from './support/language.ts'

describe('the language check', () => {
  it('names the line of each banned word and what to write instead', () => {
    expect(findBannedWords('// Plain.\n// Whoever asks, gets it.\nconst a = "nobody"')).toEqual([
      { line: 2, word: 'Whoever', instead: expect.stringContaining('the caller') },
      { line: 3, word: 'nobody', instead: expect.stringContaining('anonymous') },
    ])
  })

  it.each(['/**\n * Waits for so\n * many visits.\n */', '// so\n// many', '> so\n> many', 'so  many'])(
    'finds two words across a line break: %j',
    (text) => {
      expect(findBannedWords(text)).toMatchObject([{ word: 'so many' }])
    },
  )

  it.each(['retells', 'untold', 'celestial', 'so. Many'])('matches whole words only: %s', (text) => {
    expect(findBannedWords(text)).toEqual([])
  })

  it('reads the .ts, .js and .md files below the given paths', () => {
    const folder = temporaryFolder()
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    for (const file of ['bad.ts', 'bad.md', 'bad.js', 'bad.txt', 'fine.ts']) {
      writeFileSync(join(folder, file), file.startsWith('bad') ? 'It tells.\n' : 'It returns.\n')
    }
    expect(languageFaults(folder, ['.'])).toEqual(
      ['bad.js', 'bad.md', 'bad.ts'].map((file) => expect.stringMatching(`^${file}:1: "tells"; write: returns`)),
    )
    expect(languageFaults(folder, ['fine.ts'])).toEqual([])
  })
})
