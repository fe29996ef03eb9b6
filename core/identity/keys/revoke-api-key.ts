import { z } from 'zod'
import { namesInput } from '../../audit/changes.ts'
import { found } from '../../kernel/found.ts'
import type { ApiKeyId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'

/** Revokes one of the caller's API keys. */
export const revokeApiKey = defineUseCase({
  name: 'revokeApiKey',
  access: 'user',
  scope: 'account',
  input: z.object({ id: id<ApiKeyId>().describe("The key's id; not the key itself.") }),
  run: ({ store }, caller, { id }) => found(store.apiKeys.revoke(caller.userId, id), 'API key').map(() => true),
  audit: namesInput('API_KEY'),
})
