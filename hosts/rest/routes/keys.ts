import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '@shortlink/core'
import { list, nothing, one } from '../table/answers.ts'
import { type Row, route } from '../table/row.ts'
import { shapeOf } from '../table/shape.ts'

const Key = shapeOf('ApiKey')
const NewKey = shapeOf('CreatedApiKey')

/** Operations on API keys. */
export const keyRoutes: readonly Row[] = [
  route('GET', '/keys', listApiKeys, { summary: 'List API keys, newest first', answer: list(Key) }),
  route('POST', '/keys', createApiKey, {
    summary: 'Create an API key',
    description: 'Only this response includes the secret.',
    answer: one(NewKey, { location: ({ apiKey }) => `/keys/${apiKey.id}` }),
  }),
  route('POST', '/keys/{id}/rotate', rotateApiKey, {
    summary: 'Replace an API key with a new one',
    description:
      'The new key has the same label, scopes, target hosts and expiration. Only this response includes its secret.',
    answer: one(NewKey, { location: ({ apiKey }) => `/keys/${apiKey.id}` }),
  }),
  route('DELETE', '/keys/{id}', revokeApiKey, { summary: 'Revoke an API key immediately', answer: nothing }),
]
