import { z } from 'zod'
import { namesInput } from '../audit/changes.ts'
import { found } from '../kernel/found.ts'
import type { DomainId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/**
 * Deletes a claim. The hostname then serves nothing and gets no certificate until a new claim is verified or an operator frees it
 * (`forgetHostname`).
 */
export const deleteDomain = defineUseCase({
  name: 'deleteDomain',
  access: 'user',
  scope: 'domains:write',
  input: z.object({ id: id<DomainId>().describe("The domain's id.") }),
  run: ({ store }, caller, { id }) => found(store.domains.deleteOwned(caller.owner, id), 'Domain').map(() => true),
  audit: namesInput('DOMAIN'),
})
