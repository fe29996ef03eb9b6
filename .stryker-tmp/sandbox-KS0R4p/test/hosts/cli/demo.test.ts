import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { ask } from '../../support/api.ts'
import { bareEnvironment } from '../../support/bare-environment.ts'
import { temporaryFolder } from '../../support/databases.ts'

it('shortlink demo shows a service in use and leaves nothing behind', async () => {
  const folder = temporaryFolder()
  const main = new URL('../../../hosts/cli/main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--conditions=@shortlink/source', main, 'demo', '--port', '0'], {
    env: { ...bareEnvironment(), TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (said.includes('Ctrl+C')) break
  }
  const [url = '', key = ''] = [/GraphQL +(http\S+)\/graphql/, /API key +(\S+)/].map(
    (pattern) => pattern.exec(said)?.[1],
  )

  const { data } = await ask(
    url,
    '{ shortlinkAnalytics { totalLinks totalClicks topLinks { id } } bioPages { links { label } } }',
    {},
    { 'x-api-key': key },
  )
  expect(data).toMatchObject({
    shortlinkAnalytics: { totalLinks: 8, totalClicks: 4000 },
    bioPages: [{ links: Array(4).fill({}) }],
  })
  const [{ id }] = data.shortlinkAnalytics.topLinks
  const one = await ask(
    url,
    'query ($id: ID!) { getShortlinkInfo(id: $id) { byCountryGraph { country { code } } } }',
    { id },
    { 'x-api-key': key },
  )
  expect(one.data.getShortlinkInfo.byCountryGraph.length).toBeGreaterThan(10)
  expect((await fetch(`${url}/bio/ada`)).status).toBe(200)
  expect((await fetch(`${url}/sale`, { redirect: 'manual' })).status).toBe(302)

  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(readdirSync(folder).filter((name) => name.startsWith('shortlink'))).toEqual([])
})
