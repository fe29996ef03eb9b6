import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from './support/databases.ts'
import {
  commentFaults,
  findBannedWords,
  findConstructions,
  findPageConstructions,
  findTextConstructions,
  languageFaults,
  passiveSubjects,
} from './support/language.ts'

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

  it.each([
    ['// A list, of which one is left.', 'of which'],
    ['/** Removes those\n * of an account. */', 'those of'],
    ['const a = 1 // Deletes what is left.', 'what is'],
    ['{/* All but for the first. */}', 'but for'],
    ['// Reads it\n// anew.', 'anew'],
    ['/* A label beside the icon. */', 'beside'],
    ['/** A thread of its own. */', 'of its own'],
    ['/** What a link shows. */', 'What'],
    ['// Stays. Of two, the first counts.', 'Of'],
    ['a(/* Whose links these are. */)', 'Whose'],
    ['/**\n * Returns it.\n *\n * Those that wait come later.\n */', 'Those'],
  ])('finds constructions in comments: %j', (text, word) => {
    expect(findConstructions('a.tsx', text)).toMatchObject([{ word }])
  })

  it.each([
    '/** The rest of the list. Whether those wait is unknown: what to do? */',
    "const a = 'what is left beside it anew' // The rest.",
    'const a = /what is anew/',
    `const a = \`// what is \${1} // anew\``,
    'const a = <p>// What is anew</p>',
    'let those // All.\nlet of',
    '// What is it?',
    'canServeBeside() // See `canServeBeside`.',
  ])('allows questions in comments, and texts and code of any wording: %j', (text) => {
    expect(findConstructions('a.tsx', text)).toEqual([])
  })

  it.each([
    ["const a = 'Deletes what is left.'", 'what is'],
    ["const a = 'All, of which one is left.'", 'of which'],
    [`const a = \`Removes those of \${b}\``, 'those of'],
    [`const a = \`Counted \${b} anew\``, 'anew'],
    ['const a = <p>A label beside the icon.</p>', 'beside'],
    ['const a = <p title="All but for the first" />', 'but for'],
    ["const a = 'What waits, goes on.'", 'What'],
    ["const a = 'Stays. Of two, the first counts.'", 'Of'],
    ["const a = 'Links, von denen einer bleibt.'", 'von denen'],
    ["const a = 'Der Link desjenigen Kontos'", 'desjenigen'],
    ["const a = 'Gezählt wird aufs Neue.'", 'aufs Neue'],
    ["const a = 'Es bleibt. Was wartet, geht weiter.'", 'Was'],
  ])('finds constructions in texts: %j', (text, word) => {
    expect(findTextConstructions('a.tsx', text)).toMatchObject([{ word }])
  })

  it.each([
    "const a = 'What is new?' // What is left beside it, anew.",
    "const those = of(what, '/what/beside/x')",
    "import a from './beside.ts'",
    "const a = 'Of' + those.of",
    'const a = <p>{what.is(beside)}</p>',
  ])('allows questions in texts, and comments and code of any wording: %j', (text) => {
    expect(findTextConstructions('a.tsx', text)).toEqual([])
  })

  it.each([
    ['All links, of which one is left.', 'of which'],
    ['Deletes what is left.', 'what is'],
    ['The former\nwaits.', 'The former'],
    ['- What waits, goes on.', 'What'],
    ['| a | Those that wait. |', 'Those'],
    ['It stays. Of two, the first counts.', 'Of'],
  ])('finds constructions in pages: %j', (text, word) => {
    expect(findPageConstructions(text)).toMatchObject([{ word: word.replace('\n', ' ') }])
  })

  it.each(['See [it](beside.md), `what is` and\n```\nOf those\n```', '## What is it?', 'Lists of those links'])(
    'allows questions, code and targets of links in pages: %j',
    (text) => {
      expect(findPageConstructions(text)).toEqual([])
    },
  )

  it('names the line of each construction in code files', () => {
    const folder = temporaryFolder()
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    writeFileSync(join(folder, 'bad.ts'), "const a = 'anew'\n\n/**\n * Made\n * anew.\n */\nconst b = 1\n")
    writeFileSync(join(folder, 'docs.md'), 'Made anew.\n')
    expect(commentFaults(folder, ['.'])).toEqual([expect.stringMatching(/^bad\.ts:5: "anew"; write: again/)])
  })

  it('finds commit subjects with a passive main clause', () => {
    const passive = [
      'core: links are counted',
      'tests: the list is now kept, so that it stays',
      'all: it is not made twice',
    ]
    const active = [
      'core: count links that are disabled',
      'tests: wait until the list is drawn',
      'a: say why it is left out',
    ]
    expect(passiveSubjects([...active, ...passive])).toEqual(passive)
  })
})
