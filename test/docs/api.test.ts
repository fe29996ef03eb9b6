import { createClient } from '@shortlink/client'
import { expect, it } from 'vitest'
import { rows } from '../../hosts/rest/rows.ts'
import { createMatcher } from '../../hosts/rest/table/match.ts'
import { writeApiPage } from './api-page.ts'
import { REST } from './api-rest.ts'

/** `npm run test:surfaces -- test/docs/api -u` rewrites the page. */
it('docs/api.md shows every operation with its response', async () => {
  await expect(await writeApiPage(createClient)).toMatchFileSnapshot('../../docs/api.md')
})

it('docs/api.md shows every REST operation, except those that GraphQL does not have', () => {
  const match = createMatcher(rows)
  const shown = Object.values(REST).map((line) => {
    const [method = '', path = ''] = line.split(' ')
    const found = match(method, path.replace(/\?.*/, ''))
    return 'row' in found ? found.row.id : line
  })
  const others = rows.map(({ id }) => id).filter((id) => !shown.includes(id))
  // Other ways to a link or its parts, and streams.
  expect(others.sort()).toEqual([
    'countHitsByCountry',
    'countLinks',
    'deleteLinkByExternalId',
    'exportHits',
    'getLink',
    'getLinkByExternalId',
    'getLinkBySlug',
    'getQrCode',
    'watchHits',
  ])
})
