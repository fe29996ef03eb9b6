import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { lockFile } from '../../../adapters/kit/file-lock.ts'
import { temporaryFolder } from '../../support/databases.ts'

const FILE_LOCK = new URL('../../../adapters/kit/file-lock.ts', import.meta.url).href
const TAKE = (file: string) =>
  `import { lockFile } from '${FILE_LOCK}'
  const unlock = lockFile(${JSON.stringify(file)})
  console.log(unlock ? 'taken' : 'refused')
  setInterval(() => unlock, 1000)`
/** How versions before this one take the lock. */
const TAKE_BY_DRIVER = (file: string) =>
  `import Database from 'better-sqlite3'
  const lock = new Database(${JSON.stringify(file)}, { timeout: 0 })
  lock.pragma('user_version = 1')
  lock.exec('begin exclusive')
  console.log('taken')
  setInterval(() => lock, 1000)`

const newFile = () => join(temporaryFolder(), 'x.lock')

function start(program: string) {
  const child = spawn(process.execPath, ['--conditions=@shortlink/source', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

it('a file lock is held by one until it is freed, also within one process', () => {
  const file = newFile()
  const unlock = lockFile(file)
  expect(lockFile(file)).toBeUndefined()
  unlock?.()
  unlock?.()
  const again = lockFile(file)
  expect(again).toBeDefined()
  again?.()
})

it.each([
  ['this version', TAKE],
  ['a version that locked by better-sqlite3', TAKE_BY_DRIVER],
])('a file lock of another process of %s is free once that process was killed', async (_name, take) => {
  const file = newFile()
  const holder = start(take(file))
  await once(holder.stdout, 'data')
  expect(lockFile(file)).toBeUndefined()
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const unlock = lockFile(file)
  expect(unlock).toBeDefined()
  const late = start(TAKE(file))
  const [answer] = await once(late.stdout, 'data')
  expect(String(answer)).toBe('refused\n')
  unlock?.()
})

it('a file that is no lock file is refused by its name', () => {
  const file = newFile()
  writeFileSync(file, 'garbage '.repeat(100))
  expect(() => lockFile(file)).toThrow(`${file} cannot be used as a lock`)
})

it('Node warns of nothing when a file is locked', async () => {
  const program = `import { lockFile } from '${FILE_LOCK}'; lockFile(${JSON.stringify(newFile())})`
  const child = spawn(process.execPath, ['--conditions=@shortlink/source', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  expect(await text(child.stderr)).toBe('')
})
