import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../hosts/cli/import/importing.ts'
import { keepingOpen } from '../hosts/cli/in-process.ts'
import { blocksOf } from '../support/fences.ts'
import { commandInBash } from './command-in-bash.ts'

const PAGE = 'docs/moving-in.md'

/** What the pages of the services answer, by the beginning of their address; what follows the first call is empty. */
const ANSWERS = `
case "$*" in
  *kutt.example.org/api/v2/links*skip=0*) cat ${fixture('kutt.json')} ;;
  *kutt.example.org/api/v2/links*) echo '{"total":7,"limit":50,"skip":50,"data":[]}' ;;
  *s.example.org/rest/v3/short-urls?page=1*) cat ${fixture('shlink.json')} ;;
  *s.example.org/rest/v3/short-urls*) echo '{"shortUrls":{"data":[],"pagination":{"totalItems":8}}}' ;;
  *api-ssl.bitly.com/v4/groups/*) cat ${fixture('bitly.json')} ;;
  *api.dub.co/links*) cat ${fixture('dub.json')} ;;
  *api.rebrandly.com/v1/links*last=idshut) echo '[]' ;;
  *api.rebrandly.com/v1/links*last=idpixel) sed -n 2p ${fixture('rebrandly.jsonl')} ;;
  *api.rebrandly.com/v1/links*limit=25) sed -n 1p ${fixture('rebrandly.jsonl')} ;;
  *api.short.io/api/links*limit=100) sed -n 1p ${fixture('shortio.jsonl')} ;;
  *api.short.io/api/links*pageToken=1) sed -n 2p ${fixture('shortio.jsonl')} ;;
  *) exit 22 ;;
esac`

describe('docs/moving-in.md', () => {
  let run: (script: string) => Promise<string>
  const runner = keepingOpen(afterAll)
  beforeAll(async () => {
    const { folder, close } = await commandInBash(runner)
    const command = (name: string, script: string) => {
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
      chmodSync(join(folder, name), 0o755)
    }
    command('mysqldump', `[ "$*" = "yourls yourls_url" ] && cat ${fixture('yourls-mysqldump.sql')}`)
    command('curl', ANSWERS)
    command('node', `exec ${process.execPath} "$@"`)
    writeFileSync(join(folder, 'tinyurl.csv'), 'Short URL,Original URL\nhttps://tinyurl.com/abc,https://example.com/\n')
    copyFileSync(fixture('shlink.csv'), join(folder, 'short_urls.csv'))
    const env = { PATH: `${folder}:${process.env.PATH}`, LOG_LEVEL: 'error', BASE_URL: 'https://sho.rt' }
    run = (script) =>
      // Imports with bad rows end with an exit code, which the next command replaces.
      new Promise((resolve) => {
        const running = execFile('bash', ['--norc', '-c', script], { cwd: folder, env }, (_error, stdout, stderr) =>
          resolve(stdout + stderr),
        )
        running.stdin?.end()
      })
    await run('shortlink user create --name Ada --email ada@example.com')
    return close
  })

  it('the commands of each program import its file and report what is refused', async () => {
    const [yourls, kutt, shlink, shlinkCsv, bitly, dub, rebrandly, shortio, own, tinyurl] = blocksOf(PAGE, 'sh')
    const [shown] = blocksOf(PAGE, '')
    expect(await run(kutt as string)).toBe(`${shown}\n`)
    expect(await run(shlink as string)).toContain('8 rows: 4 can be imported, 0 already exist, 4 invalid\n')
    expect(await run(shlinkCsv as string)).toContain('8 rows: 5 can be imported, 0 already exist, 3 invalid\n')
    expect(await run(bitly as string)).toContain('4 rows with 6 links: 2 can be imported, 0 already exist, 4 invalid\n')
    expect(await run(dub as string)).toContain(
      '10 rows: 6 can be imported (1 as disabled), 0 already exist, 4 invalid\n',
    )
    expect(await run(rebrandly as string)).toContain(
      '5 rows: 3 can be imported (1 as disabled), 0 already exist, 2 invalid\n',
    )
    expect(await run(shortio as string)).toContain(
      '9 rows: 6 can be imported (2 as not enabled), 0 already exist, 3 invalid\n',
    )
    expect(await run(tinyurl as string)).toContain('1 row: 1 can be imported, 0 already exist, 0 invalid\n')
    const moved = await run(yourls as string)
    expect(moved).toContain('5 rows: 2 can be imported, 0 already exist, 3 invalid\n')
    expect(moved).toContain('5 rows: 2 imported, 0 already exist, 3 invalid\n')
    expect(await run(own as string)).toMatch(/2 rows: 0 imported, 2 already exist, 0 invalid\n[\s\S]*wrote 2 links, /)
  })
})
