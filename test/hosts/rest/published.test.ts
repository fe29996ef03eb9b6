import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openApiDocument } from '../../../hosts/rest/openapi/document.ts'
import { rows } from '../../../hosts/rest/rows.ts'
import { type Api, apiOf, breakingChanges } from '../../support/openapi-changes.ts'

const present = apiOf(openApiDocument({ rows, baseUrl: 'https://sho.rt', version: '' }))

it('the REST API breaks no client of the published one', () => {
  const published: Api = JSON.parse(readFileSync('test/hosts/rest/published-api.json', 'utf8'))
  expect(breakingChanges(published, present)).toEqual([])
})

// biome-ignore lint/suspicious/noExplicitAny: the changes reach into the document
type Change = (api: any) => void

const bodyOf = (api: Api): Record<string, object> =>
  // biome-ignore lint/suspicious/noExplicitAny: the path has a body
  (api as any).paths['/links'].post.requestBody.content['application/json'].schema

const changed = (change: Change): Api => {
  const copy = structuredClone(present)
  change(copy)
  return copy
}

const parameter = (api: Api, name: string) =>
  api.paths['/links']?.get?.parameters.find((one) => one.name === name) as unknown as Record<string, object>

it.each<[string, Change]>([
  ['GET /tags is removed', ({ paths }) => delete paths['/tags']],
  ['DELETE /links/{id} is removed', ({ paths }) => delete paths['/links/{id}'].delete],
  ['GET /links: query parameter search is removed', ({ paths }) => paths['/links'].get.parameters.shift()],
  [
    'GET /links: query parameter limit is now required',
    (api) => Object.assign(parameter(api, 'limit'), { required: true }),
  ],
  [
    'GET /links: query parameter limit: maximum 1000 is now 100',
    (api) => Object.assign(parameter(api, 'limit').schema ?? {}, { maximum: 100 }),
  ],
  [
    'GET /links: query parameter status: EXPIRED is no longer accepted',
    (api) =>
      Object.assign(parameter(api, 'status').schema ?? {}, {
        enum: ['ACTIVE', 'DISABLED', 'SCHEDULED', 'USED_UP', 'BLOCKED'],
      }),
  ],
  ['POST /links: body.note is removed', (api) => delete (bodyOf(api).properties as Record<string, object>).note],
  ['POST /links: body.slug is now required', (api) => Object.assign(bodyOf(api), { required: ['target', 'slug'] })],
  [
    'POST /links: body.tags: type null is no longer accepted',
    (api) => Object.assign(bodyOf(api).properties ?? {}, { tags: { type: 'array', items: { type: 'string' } } }),
  ],
  [
    'POST /links: body.domainId: type string is no longer accepted',
    (api) => Object.assign(bodyOf(api).properties ?? {}, { domainId: { type: ['integer', 'null'] } }),
  ],
  [
    'POST /links: status 201 is removed',
    ({
      paths: {
        '/links': { post },
      },
    }) => {
      post.responses['200'] = post.responses['201']
      delete post.responses['201']
    },
  ],
  [
    'POST /links: 201 header Location is removed',
    ({ paths }) => delete paths['/links'].post.responses['201'].headers.Location,
  ],
  ['POST /links: credentials {} no longer suffice', ({ paths }) => paths['/links'].post.security.pop()],
  ['POST /links: 201.title is removed', ({ schemas }) => delete schemas.Link.properties.title],
  [
    'POST /links: 201.slug is no longer always present',
    ({ schemas }) => {
      schemas.Link.required = schemas.Link.required.filter((name: string) => name !== 'slug')
    },
  ],
  [
    'POST /links: 201.slug: may now be null',
    ({ schemas }) => Object.assign(schemas.Link.properties.slug, { type: ['string', 'null'] }),
  ],
])('a change that could break a client is found: %s', (place, change) => {
  expect(breakingChanges(present, changed(change))).toContain(place)
})

it('additions break no client', () => {
  const more = changed((api) => {
    api.paths['/reports'] = api.paths['/tags']
    api.paths['/links'].get.parameters.push({ name: 'sort', in: 'query', required: false, schema: { type: 'string' } })
    api.paths['/tags'].get.responses['418'] = {}
    api.schemas.Link.properties.owner = { type: 'string' }
    api.schemas.Link.required.push('owner')
    Object.assign(bodyOf(api).properties ?? {}, { owner: { type: 'string' } })
    Object.assign(parameter(api, 'limit').schema ?? {}, { maximum: 2000 })
  })
  expect(breakingChanges(present, more)).toEqual([])
})
