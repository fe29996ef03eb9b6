import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '../../../../hosts/app/settings/settings.ts'
import { robots } from '../../../../hosts/http/routes/robots.ts'
import { temporaryFolder } from '../../../support/databases.ts'

const context = { clientIp: '192.0.2.1', host: 'own', params: {}, onEnd: () => {} } as const

const served = async (setting: string) => {
  const response = await robots(setting)['/robots.txt']?.(new Request('http://localhost/robots.txt'), context)
  expect([response?.status, response?.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  return (await response?.text()) ?? ''
}

/** Whether the rules, which are for all crawlers, allow a path: the longest pattern decides (RFC 9309, 2.2.2). */
function allows(rules: string, path: string): boolean {
  const matching = rules
    .split('\n')
    .map((line) => /^(Allow|Disallow): (.*)$/.exec(line) ?? [])
    .filter(([, , pattern = '-']) => patternOf(pattern).test(path))
    .sort(([, , a = ''], [, , b = '']) => b.length - a.length)
  return matching[0]?.[1] !== 'Disallow'
}
const patternOf = (pattern: string) => new RegExp(`^${pattern.replaceAll(/[.?+]/g, '\\$&').replaceAll('*', '.*')}`)

it('by default crawlers may follow short links, and nothing else of the service', async () => {
  const rules = await served('links')
  for (const path of ['/abc', '/abc?utm_source=x', '/abc/', '/abc/guide', '/mcpx', '/dashing', '/bio-2', '/robots.txt'])
    expect([path, allows(rules, path)]).toEqual([path, true])
  for (const path of [
    '/',
    '/dash',
    '/dash/links',
    '/bio/ada',
    '/graphql',
    '/graphql?query=x',
    '/mcp',
    '/api/v1/hits',
    '/abc/qr.svg',
  ])
    expect([path, allows(rules, path)]).toEqual([path, false])
})

it('operators may disallow everything, or give a file of their own', async () => {
  for (const path of ['/', '/abc']) expect(allows(await served('disallow'), path)).toBe(false)
  const file = join(temporaryFolder(), 'robots.txt')
  writeFileSync(file, 'User-agent: x\n')
  expect(await served(file)).toBe('User-agent: x\n')
})

it('a file that cannot be read, and a word that is none, stop the start', () => {
  expect(() => readSettings({ ROBOTS: 'dissalow' })).toThrow(
    'Bad settings: ROBOTS must be links, disallow or the path of a file that can be read (ENOENT)',
  )
})
