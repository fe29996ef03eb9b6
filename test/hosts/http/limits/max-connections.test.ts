import { expect, it } from 'vitest'
import { maxConnections } from '../../../../hosts/http/limits/max-connections.ts'
import { serverOf } from '../../../support/server-parts.ts'

const limits = (openFiles: string) => `Limit  Soft Limit  Hard Limit  Units
Max processes             127000               127000               processes
Max open files            ${openFiles}                ${openFiles}                files     `

it.each([
  ['a fifth of the open files for what is no connection', limits('4096'), 3276],
  ['at most 50,000', limits('1048576'), 50_000],
  ['8192 where there is no limit to be read', '', 8192],
  ['8192 where the limit is no number', limits('unlimited'), 8192],
])('the connection limit leaves %s', (_, text, count) => {
  expect(maxConnections(text)).toBe(count)
})

it('a server takes no more connections than its open files allow', () => {
  const server = serverOf({ onError: () => {} })
  expect(server.maxConnections).toBe(maxConnections())
})
