import { execFile } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { generatedSecret } from '../../../hosts/app/generated-secrets.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { smallDisk } from '../../support/small-disk.ts'

describe('a generated secret', () => {
  it('a generated secret has 32 characters or more, mode 600, and stays the same after a restart', () => {
    const folder = join(temporaryFolder(), 'data')
    const secret = generatedSecret(folder, 'jwt-secret')
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(generatedSecret(folder, 'jwt-secret')).toBe(secret)
    expect(generatedSecret(folder, 'apikey-pepper')).not.toBe(secret)
    expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['empty', ''],
    ['cut short', 'abc'],
    ['filled with blanks', ' '.repeat(64)],
  ])('a secret file left %s is refused with exit code 78 and its name', (_, content) => {
    const file = join(temporaryFolder(), 'apikey-pepper')
    writeFileSync(file, content)
    const read = () => generatedSecret(dirname(file), 'apikey-pepper')
    expect(read).toThrow(expect.objectContaining({ exitCode: 78, message: expect.stringContaining(file) }))
  })

  it('a full disk leaves no secret file behind, and the next call with space generates it', ({ skip }) => {
    const disk = smallDisk() ?? skip('only root may mount a disk')
    disk.fill()
    expect(() => generatedSecret(disk.folder, 'jwt-secret')).toThrow('jwt-secret cannot be written (ENOSPC)')
    expect(readdirSync(disk.folder)).toEqual(['ballast'])
    disk.free()
    expect(generatedSecret(disk.folder, 'jwt-secret').length).toBeGreaterThanOrEqual(32)
    expect(readdirSync(disk.folder)).toEqual(['jwt-secret'])
  })

  it('processes that start together read the same generated secret', async () => {
    const folder = temporaryFolder()
    const module = new URL('../../../hosts/app/generated-secrets.ts', import.meta.url).href
    const script = `import(${JSON.stringify(module)}).then((m) => console.log(m.generatedSecret(${JSON.stringify(folder)}, 'jwt-secret')))`
    const start = () => promisify(execFile)(process.execPath, ['--conditions=@shortlink/source', '-e', script])
    const secrets = await Promise.all([start(), start(), start()])
    expect(new Set(secrets.map(({ stdout }) => stdout)).size).toBe(1)
    expect(readdirSync(folder)).toEqual(['jwt-secret'])
  })
})
