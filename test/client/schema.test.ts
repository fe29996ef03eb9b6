import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CLIENT_TYPES, clientTypes } from '../../build/client-schema.js'

it('the client types match the OpenAPI document; `npm run schema` generates them', async () => {
  // Not as texts: a failure would print 4,500 lines.
  expect((await clientTypes()) === readFileSync(CLIENT_TYPES, 'utf8')).toBe(true)
})
