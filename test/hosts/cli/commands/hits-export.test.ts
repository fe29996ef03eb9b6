import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { aHit } from '@shortlink/core/contracts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../../../hosts/app/settings/settings.ts'
import { parseCsv } from '../../../../hosts/import/csv.ts'
import { createLog } from '../../../../hosts/kit/log.ts'
import { startServer } from '../../../../hosts/server/serve.ts'
import { runInProcess } from '../in-process.ts'
import { operator } from '../shortlink.ts'

const ADA = ['--user', 'ada@example.com']
const NOON = Date.UTC(2026, 0, 1, 12)

const idsOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id)

describe('hits export', () => {
  let ada: Awaited<ReturnType<typeof operator>>
  let ids: string[]
  let key: string
  beforeAll(async () => {
    ada = await operator('sqlite', runInProcess)
    await ada.run('link', 'create', 'https://example.com/', '--slug', 'one', ...ADA)
    key = (await ada.run('key', 'create', ...ADA, '--label', 'export')).stdout.trim()
    const store = await openSqliteStore({ file: String(ada.environment.DATABASE_URL).slice('sqlite:'.length) })
    const link = await store.links.findBySlug('', 'one')
    if (link === undefined) throw new Error('the link was created before')
    const hits = Array.from({ length: 1500 }, (_, n) => aHit(link.id, { at: NOON + n * 1000, referrer: '=1+1' }))
    await store.hits.record(hits)
    await store.close()
    ids = hits.map(({ id }) => id)
  })

  it('all visits go to standard output as NDJSON, and the note says where another export goes on', async () => {
    const { code, stdout, stderr } = await ada.run('hits', 'export', ...ADA)
    expect([code, stderr]).toEqual([0, `shortlink: wrote 1500 visits; continue with --after ${ids.at(-1)}\n`])
    expect(idsOf(stdout)).toEqual(ids)
    const rest = await ada.run('hits', 'export', ...ADA, '--after', String(ids[1497]))
    expect(idsOf(rest.stdout)).toEqual(ids.slice(1498))
    const none = await ada.run('hits', 'export', ...ADA, '--after', String(ids.at(-1)))
    expect(none).toMatchObject({ code: 0, stdout: '' })
  })

  it('a range of time goes to a file, in the format of its extension, with formulas guarded', async () => {
    const file = join(ada.folder, 'hits.csv')
    const range = ['--from', '2026-01-01T12:00:10Z', '--to', '2026-01-01T12:00:20Z']
    const { code, stderr } = await ada.run('hits', 'export', ...ADA, ...range, '--out', file)
    const { size } = statSync(file)
    expect([code, stderr]).toEqual([
      0,
      `shortlink: wrote 10 visits, ${size} bytes, to ${file}; continue with --after ${ids[19]}\n`,
    ])
    const [head, ...rows] = parseCsv(readFileSync(file, 'utf8'))
    expect(rows.map(([id]) => id)).toEqual(ids.slice(10, 20))
    expect(rows[0]?.[head?.indexOf('referrer') ?? 0]).toBe("'=1+1")
    expect(await ada.run('hits', 'export', ...ADA, '--out', file)).toMatchObject({
      code: 1,
      stderr: `shortlink: ${file} already exists; --force overwrites it\n`,
    })
    const forced = await ada.run('hits', 'export', ...ADA, '--out', file, '--force', '--format', 'ndjson', '--json')
    expect(JSON.parse(forced.stdout)).toEqual({ file, hits: 1500, last: ids.at(-1), bytes: statSync(file).size })
    expect(idsOf(readFileSync(file, 'utf8'))).toEqual(ids)
  })

  it('a time may be given by how long ago it was', async () => {
    expect(idsOf((await ada.run('hits', 'export', ...ADA, '--from', '5y')).stdout)).toEqual(ids)
    expect(await ada.run('hits', 'export', ...ADA, '--to', '5y')).toMatchObject({ code: 0, stdout: '' })
    expect(await ada.run('hits', 'export', ...ADA, '--from', 'soon')).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/^shortlink: --from must be a time such as/),
    })
  })

  it('bad options and unknown accounts are refused in one line', async () => {
    const refusalOf = async (...args: string[]) => {
      const { code, stdout, stderr } = await ada.run('hits', 'export', ...args)
      return [code, stdout, stderr]
    }
    expect(await refusalOf()).toEqual([64, '', 'shortlink: --user is required without --server\n'])
    expect(await refusalOf('--user', 'no@example.com')).toEqual([
      ...[1, '', 'shortlink: no account has the email address no@example.com\n'],
    ])
    expect(await refusalOf(...ADA, '--after', 'x')).toEqual([1, '', 'shortlink: --after must be the id of a visit\n'])
    expect(await refusalOf(...ADA, '--format', 'xml')).toMatchObject([64, '', expect.stringContaining('xml')])
  })

  it('a server exports the same as its database', async () => {
    const server = await startServer(readSettings({ ...ada.environment }), createLog('silent'))
    onTestFinished(() => server.close('the test is over'))
    const run = (...args: string[]) =>
      runInProcess({ SHORTLINK_SERVER: server.url, SHORTLINK_KEY: key }, ['hits', 'export', ...args])
    for (const options of [[], ['--format', 'csv', '--after', String(ids[3])], ['--to', '2026-01-01T12:00:05Z']]) {
      const [far, near] = [await run(...options), await ada.run('hits', 'export', ...ADA, ...options)]
      expect(far).toEqual(near)
    }
    expect(await run('--after', 'x')).toMatchObject({
      code: 1,
      stderr: 'shortlink: --after must be the id of a visit\n',
    })
    expect(await run('--key', 'sl_live_x')).toMatchObject({ stderr: 'shortlink: the server rejected the API key\n' })
  })
})
