import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../support/databases.ts'
import { runInProcess } from '../in-process.ts'

const isInstalled = (shell: string) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, shell)))

/** The script for a shell, in a file. */
async function scriptFor(shell: string) {
  const { code, stdout, stderr } = await runInProcess({}, ['completion', shell])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const file = join(temporaryFolder(), `completion.${shell}`)
  writeFileSync(file, stdout)
  return file
}

it('bash completes commands, commands of a group and options', async () => {
  const file = await scriptFor('bash')
  const completed = (...words: string[]) => {
    const script = `source "$1"; shift; COMP_WORDS=(shortlink "$@"); COMP_CWORD=$#; _shortlink; echo "\${COMPREPLY[*]}"`
    return execFileSync('bash', ['-c', script, 'bash', file, ...words], { encoding: 'utf8' }).trim()
  }
  expect(completed('us')).toBe('user')
  expect(completed('link', 'ex')).toBe('export')
  expect(completed('link', 'create', 'https://example.com/', '--us')).toBe('--user')
  expect(completed('--database', 'sqlite:x', 'key', 're')).toBe('revoke')
  expect(completed('domain', 'verify', '--data')).toBe('--database')
})

it.each(['zsh', 'fish'])(
  'the completion script for %s names every command, and the shell accepts it where it is installed',
  async (shell) => {
    const file = await scriptFor(shell)
    const script = execFileSync('cat', [file], { encoding: 'utf8' })
    for (const words of ['user/reset-password', 'link/stats', 'domain/verify', 'completion'])
      expect(script).toContain(words)
    if (isInstalled(shell)) execFileSync(shell, ['-n', file])
  },
)

it('a completion for an unknown shell is refused in a line that names those that are known', async () => {
  expect(await runInProcess({}, ['completion', 'tcsh'])).toMatchObject({
    code: 64,
    stdout: '',
    stderr: expect.stringMatching(/^shortlink: .*bash, zsh, fish.*\n$/),
  })
})
