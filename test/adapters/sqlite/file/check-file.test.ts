import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../support/databases.ts'

it('SQLite on a system that it has no native part for is refused in one sentence that names the system', async () => {
  const module = `
    Object.defineProperty(process, 'platform', { value: 'freebsd' })
    const { openSqliteStore } = await import('@shortlink/adapters/sqlite')
    await openSqliteStore({ file: ${JSON.stringify(join(temporaryFolder(), 'links.db'))} }).catch(
      ({ name, reason, message }) => console.log(JSON.stringify({ name, reason, message })),
    )`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=@shortlink/source',
    '--input-type=module',
    '--eval',
    module,
  ])
  expect(JSON.parse(stdout)).toEqual({
    name: 'StoreUnusable',
    reason: 'unsuitable',
    message: `SQLite does not run on this system (freebsd ${process.arch}); use Postgres here, or another system`,
  })
})
