import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { newAccount } from '../support/api.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { temporaryFolder } from '../support/databases.ts'
import { restClient } from '../support/rest.ts'
import { startTestServer } from '../support/server.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let key: string
let call: ReturnType<typeof restClient>
beforeAll(async () => {
  server = await startTestServer({ database: 'sqlite' })
  const account = await newAccount(server.url)
  const { data } = await account.ask('mutation { createApiKey(label: "k") { secret } }')
  key = data.createApiKey.secret
  call = restClient(server.url, account.headers)
})
afterAll(() => server?.close('tests are over'))

const example = (name: string) => readFileSync(`docs/examples/${name}`, 'utf8')

/** Runs a program with the address of the server and an API key, and returns its output. */
async function run(program: string, words: readonly string[], env: Record<string, string> = {}, input = '') {
  const environment = { ...bareEnvironment(), SHORTLINK_URL: server.url, SHORTLINK_API_KEY: key, ...env }
  const running = promisify(execFile)(program, words, { env: environment })
  running.child.stdin?.end(input)
  return (await running).stdout
}

const linkWith = async (slug: string) => (await call('GET', `/links/by-slug/${slug}`)).json

it('create-links.sh creates a link for each line, and once if it runs twice', async () => {
  const create = () =>
    run('bash', ['docs/examples/create-links.sh'], {}, 'a https://example.com/a\nb https://example.com/b?c="d"\n')
  expect(await create()).toMatch(/^http:\/\/localhost:\d+\/a\nhttp:\/\/localhost:\d+\/b\n$/)
  expect(await linkWith('b')).toMatchObject({ target: 'https://example.com/b?c="d"' })
  expect(await create()).toMatch(/\/a\n.*\/b\n$/)
})

it('shortlink.py creates a link, lists all links, and prints why a call fails', async () => {
  const python = (target: string) => run('python3', ['docs/examples/shortlink.py', target])
  const [shortUrl, ...lines] = (await python('https://example.com/python')).trim().split('\n')
  expect(lines).toContain(`0 ${shortUrl} https://example.com/python`)
  await expect(python('ftp://example.com/')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^target must be/),
  })
})

it('release-link.yml creates the link of a release', async () => {
  const [step] = parse(example('release-link.yml')).jobs.link.steps
  const summary = join(temporaryFolder(), 'summary')
  const event: Readonly<Record<string, string>> = {
    '${{ vars.SHORTLINK_URL }}': server.url,
    '${{ secrets.SHORTLINK_API_KEY }}': key,
    '${{ github.event.repository.name }}': 'app',
    '${{ github.event.release.tag_name }}': 'v1.2.0$(exit 1)',
    '${{ github.event.release.html_url }}': 'https://github.com/ada/app/releases/tag/v1.2.0',
  }
  const env = Object.entries<string>(step.env).map(([name, value]) => [name, event[value] as string])
  // As GitHub runs a step.
  await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    ...Object.fromEntries(env),
    GITHUB_STEP_SUMMARY: summary,
  })
  expect(readFileSync(summary, 'utf8')).toMatch(/^Release link: http.*\/app-v1-2-0--exit-1-\n$/)
  expect(await linkWith('app-v1-2-0--exit-1-')).toMatchObject({
    target: 'https://github.com/ada/app/releases/tag/v1.2.0',
    title: 'app v1.2.0$(exit 1)',
  })
})

it('the HTTP node of n8n-workflow.json creates a link', async () => {
  const { nodes, connections } = JSON.parse(example('n8n-workflow.json'))
  expect(Object.keys(connections)).toEqual([nodes[0].name, nodes[1].name])
  const $json = Object.fromEntries(
    nodes[1].parameters.assignments.assignments.map(({ name, value }: Record<string, string>) => [name, value]),
  )
  const evaluated = (text: string) =>
    text.startsWith('=')
      ? text
          .slice(1)
          .replaceAll(/\{\{(.*?)\}\}/g, (_, code) =>
            runInNewContext(code, { $json, $execution: { id: '7' }, $itemIndex: 0 }),
          )
      : text
  const { method, url, headerParameters, jsonBody } = nodes[2].parameters
  const headers = headerParameters.parameters.map(({ name, value }: Record<string, string>) => [
    name,
    evaluated(value as string),
  ])
  const response = await fetch(url.replace('https://sho.rt', server.url), {
    method,
    // As the credential and the format of the body add.
    headers: { ...Object.fromEntries(headers), 'x-api-key': key, 'content-type': 'application/json' },
    body: evaluated(jsonBody),
  })
  expect([response.status, await response.json()]).toMatchObject([
    201,
    { target: 'https://example.com/summer', title: 'Summer "sale"', tags: ['n8n'] },
  ])
})

it('bookmarklet.txt opens the link form with the current page', async () => {
  const opened: string[] = []
  const page = { location: { href: 'https://example.com/a?b=c&d#e' }, document: { title: 'A & B' } }
  runInNewContext(example('bookmarklet.txt'), { ...page, encodeURIComponent, open: (url: string) => opened.push(url) })
  const [url = ''] = opened
  const { origin, pathname, searchParams } = new URL(url)
  expect([origin, pathname]).toEqual(['https://sho.rt', '/dash/new'])
  // The form reads these two.
  expect(Object.fromEntries(searchParams)).toEqual({ url: page.location.href, title: page.document.title })
  expect((await fetch(url.replace('https://sho.rt', server.url))).status).toBe(200)
})
