import { execFileSync, spawn } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { runInProcess } from '../in-process.ts'
import { operator, startShortlink } from '../shortlink.ts'

const ADA = ['--user', 'ada@example.com']

describe('link export', () => {
  let ada: Awaited<ReturnType<typeof operator>>
  beforeAll(async () => {
    ada = await operator('sqlite', runInProcess)
    const links = Array.from({ length: 5000 }, (_, n) => ({ slug: `n-${n}`, target: `https://example.com/${n}` }))
    const file = join(ada.folder, 'links.json')
    writeFileSync(file, JSON.stringify([...links, { slug: 'closed', target: 'https://example.com/', disabled: true }]))
    await ada.run('link', 'import', file, ...ADA, '--apply')
  })

  it('an export says what it wrote, and overwrites a file only with --force', async () => {
    const file = join(ada.folder, 'out.csv')
    const first = await ada.run('link', 'export', file, ...ADA)
    const bytes = statSync(file).size
    expect(first).toEqual({ code: 0, stdout: '', stderr: `shortlink: wrote 5001 links, ${bytes} bytes, to ${file}\n` })
    writeFileSync(file, 'mine')
    expect(await ada.run('link', 'export', file, ...ADA)).toEqual({
      code: 1,
      stdout: '',
      stderr: `shortlink: ${file} already exists; --force overwrites it\n`,
    })
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(await ada.run('link', 'export', file, ...ADA, '--force')).toMatchObject({ code: 0 })
    expect(statSync(file).size).toBe(bytes)
    expect(existsSync(`${file}.part`)).toBe(false)
  })

  it('an export with --json prints what it wrote as JSON, and to standard output the links themselves', async () => {
    const file = join(ada.folder, 'written.csv')
    const { stdout } = await ada.run('link', 'export', file, ...ADA, '--json')
    expect(JSON.parse(stdout)).toEqual({ file, links: 5001, bytes: statSync(file).size })
    const printed = JSON.parse((await ada.run('link', 'export', '-', ...ADA, '--json')).stdout)
    expect(printed).toHaveLength(5001)
    expect(printed[0]).toMatchObject({ slug: expect.any(String), target: expect.any(String) })
  })

  it('an export to a path that cannot be written is refused in one line', async () => {
    const file = join(ada.folder, 'nowhere', 'out.csv')
    expect(await ada.run('link', 'export', file, ...ADA)).toEqual({
      code: 1,
      stdout: '',
      stderr: `shortlink: ${file} cannot be written (ENOENT)\n`,
    })
  })

  it('an export replaces no pipe and no folder, even with --force', async () => {
    const pipe = join(ada.folder, 'pipe.csv')
    execFileSync('mkfifo', [pipe])
    for (const place of [pipe, ada.folder])
      expect(await ada.run('link', 'export', place, ...ADA, '--force', '--format', 'csv')).toEqual({
        code: 1,
        stdout: '',
        stderr: `shortlink: ${place} is a folder, a pipe or a device; pass a file, or - for standard output\n`,
      })
    expect(lstatSync(pipe).isFIFO()).toBe(true)
  })

  it('an export over a symbolic link writes what it leads to, and the link stays', async () => {
    const [real, link] = [join(ada.folder, 'real.csv'), join(ada.folder, 'linked.csv')]
    writeFileSync(real, 'before')
    symlinkSync(real, link)
    expect(await ada.run('link', 'export', link, ...ADA)).toMatchObject({ code: 1 })
    expect(await ada.run('link', 'export', link, ...ADA, '--force')).toMatchObject({ code: 0 })
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, 'utf8')).toMatch(/^slug,target,/)
    const dangling = join(ada.folder, 'dangling.csv')
    symlinkSync(join(ada.folder, 'missing.csv'), dangling)
    const { stderr } = await ada.run('link', 'export', dangling, ...ADA)
    expect(stderr).toBe(`shortlink: ${dangling} cannot be written (ENOENT)\n`)
  })

  it('an export to a file of another extension needs --format', async () => {
    const file = join(ada.folder, 'out.txt')
    expect(await ada.run('link', 'export', file, ...ADA)).toEqual({
      code: 64,
      stdout: '',
      stderr: `shortlink: the extension of ${file} is neither .csv nor .json; pass --format\n`,
    })
    expect(await ada.run('link', 'export', file, ...ADA, '--format', 'json')).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(5001)
  })

  it('an export to a reader that has read enough ends quietly', async () => {
    const { child, ended } = startShortlink(ada.environment, ['link', 'export', '-', ...ADA])
    const head = spawn('head', ['-n', '1'], { stdio: [child.stdout, 'pipe', 'inherit'] })
    const errors = text(child.stderr)
    expect(await text(head.stdout)).toMatch(/^slug,target,title,hostname,/)
    child.stdout.destroy()
    expect([await errors, await ended]).toEqual(['', 0])
  })

  it('a disabled link is exported as one, and stays closed where it is imported', async () => {
    const other = await operator('sqlite', runInProcess)
    const file = join(ada.folder, 'moved.json')
    await ada.run('link', 'export', file, ...ADA)
    await other.run('link', 'import', file, ...ADA, '--apply')
    const { stdout } = await other.run('link', 'export', '-', ...ADA, '--format', 'json')
    const disabled = (JSON.parse(stdout) as { slug: string; disabled: boolean }[]).filter(({ disabled }) => disabled)
    expect(disabled.map(({ slug }) => slug)).toEqual(['closed'])
  })
})
