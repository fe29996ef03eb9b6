import { describe, expect, it } from 'vitest'
import { readSettings } from '../../../hosts/app/settings/settings.ts'
import { VERSION } from '../../../hosts/kit/version.ts'
import { banner } from '../../../hosts/server/banner.ts'

const linesOf = (given: Record<string, string>, url = 'http://localhost:3000') =>
  banner(readSettings(given), url)
    .trim()
    .split('\n')
    .map((line) => line.trim())

describe('the banner', () => {
  it('two lines within 80 columns show name, version, address, dashboard, API, MCP and data folder', () => {
    const lines = linesOf({})
    expect(lines).toEqual([
      `shortlink ${VERSION} · http://localhost:3000 · dashboard http://localhost:3000/dash`,
      'API http://localhost:3000/graphql · MCP http://localhost:3000/mcp · data ./data',
    ])
    for (const line of lines) expect(line.length).toBeLessThan(80)
  })

  it('the public address is shown beside the one that the server listens on', () => {
    const settings = { BASE_URL: 'https://sho.rt', APP_URL: 'https://app.sho.rt', MCP_ENABLED: 'false' }
    expect(linesOf(settings)).toEqual([
      `shortlink ${VERSION} · https://sho.rt · listening on http://localhost:3000 · dashboard https://app.sho.rt/dash`,
      'API https://sho.rt/graphql · data ./data',
    ])
  })

  it('a port that was chosen at the start is in every address', () => {
    expect(linesOf({ PORT: '0' }, 'http://localhost:4711').join()).not.toMatch(/localhost:(?!4711)/)
  })

  it('a database elsewhere is named without its password', () => {
    const [, second] = linesOf({ DATABASE_URL: 'postgres://ada:secret@db.example:5433/links?password=secret2' })
    expect(second).toContain('data ./data · database postgres://ada@db.example:5433/links')
    expect(second).not.toContain('secret')
    expect(linesOf({ DATABASE_URL: 'sqlite:/srv/links.db' })[1]).toContain('database sqlite:/srv/links.db')
  })
})
