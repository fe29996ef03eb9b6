import { expect, it } from 'vitest'
import { surfaceDatabases } from '../../support/server.ts'
import { keepingOpen } from './in-process.ts'
import { operator } from './shortlink.ts'

const ADA = ['--user', 'ada@example.com']
const target = 'https://example.com/ticket'

it.each(surfaceDatabases(import.meta.url))(
  'an operator makes, changes, lists, filters and closes a link on %s',
  async (database) => {
    const { run } = await operator(database, keepingOpen())
    const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
    const create = ['link', 'create', target, '--slug', 'go', ...ADA, '--expires-at', '30d', '--max-visits', '100']
    const more = [
      '--password',
      'sesame',
      '--tag',
      'Summer',
      '--tag',
      'tickets',
      '--utm-source',
      'letter',
      '--forward-path',
    ]
    expect(await run(...create, ...more, '--preview-title', 'Tickets')).toMatchObject({
      code: 0,
      stdout: 'https://sho.rt/go\n',
    })
    await run('link', 'create', target, '--slug', 'plain', ...ADA)
    expect(await json('link', 'show', 'go')).toMatchObject({
      ...{ status: 'ACTIVE', maxVisits: 100, visitsLeft: 100, hasPassword: true, tags: ['Summer', 'tickets'] },
      ...{ utm: { source: 'letter', medium: null }, preview: { title: 'Tickets' }, owner: 'ada@example.com' },
    })

    const slugs = async (...filter: string[]) =>
      (await json('link', 'list', ...ADA, ...filter)).items.map(({ slug }: { slug: string }) => slug)
    expect(await slugs('--tag', 'summer', '--tag', 'TICKETS')).toEqual(['go'])
    expect(await slugs('--sort', 'OLDEST')).toEqual(['go', 'plain'])
    await run('link', 'update', 'go', '--utm-medium', 'mail', '--utm-source', '')
    expect((await json('link', 'show', 'go')).utm).toMatchObject({ source: null, medium: 'mail' })
    expect((await run('link', 'update', 'go', '--no-enabled')).stdout).toBe('https://sho.rt/go is not enabled\n')
    expect(await slugs('--status', 'DISABLED')).toEqual(['go'])
    expect((await run('link', 'list', ...ADA)).stdout).toMatch(/go .*Summer, tickets +not enabled\n/)
    await run('link', 'update', 'go', '--enabled', '--archived', '--expires-at', '2021-01-01T00:00:00Z')
    expect(await slugs()).toEqual(['plain'])
    expect(await slugs('--archived', 'yes', '--status', 'EXPIRED')).toEqual(['go'])
    const cleared = ['--expires-at', '', '--max-visits', '', '--password', '', '--tag', '', '--utm-medium', '']
    expect(await json('link', 'update', 'go', ...cleared, '--preview-title', '')).toMatchObject({
      ...{ status: 'ACTIVE', expiresAt: null, maxVisits: null, hasPassword: false, tags: [], utm: null, preview: null },
    })

    expect((await run('link', 'alias', 'add', 'go', 'walk')).stdout).toBe('https://sho.rt/go has the aliases walk\n')
    expect(await json('link', 'show', 'walk')).toMatchObject({ slug: 'go', aliases: ['walk'] })
    expect(await run('link', 'alias', 'remove', 'go', 'walk')).toMatchObject({ code: 0 })
    expect(await json('tag', 'update', 'summer', '--color', 'green', ...ADA)).toMatchObject({
      color: 'green',
      links: 0,
    })
    expect(await run('tag', 'delete', 'summer', ...ADA)).toMatchObject({ code: 0, stdout: 'Deleted Summer\n' })
    expect((await json('tag', 'list', ...ADA)).map(({ name }: { name: string }) => name)).toEqual(['tickets'])
  },
)

it('a command names the option that is wrong, missing, or needs another', async () => {
  const { run } = await operator('sqlite', keepingOpen())
  const failure = async (...args: string[]) => (await run(...args)).stderr
  const create = ['link', 'create', target, ...ADA]
  expect(await failure(...create, '--expires-at', 'soon')).toContain('--expires-at must be a time such as')
  expect(await failure(...create, '--max-visits', '0')).toBe('shortlink: --max-visits must be at least 1\n')
  expect(await failure(...create, '--preview-image', 'http://x.example')).toContain('--preview-image must be an https')
  expect(await failure(...create, '--password', 'sesame', '--password-stdin')).toContain('cannot be combined')
  expect(await failure('link', 'list', '--tag', 'x')).toBe('shortlink: --tag requires --user\n')
  expect(await failure('tag', 'list')).toBe('shortlink: --user is required without --server\n')
  expect(await failure('tag', 'delete', 'none', ...ADA)).toBe('shortlink: Tag not found\n')
})
