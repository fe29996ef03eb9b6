import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { namesInput } from '../../audit/changes.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { ConnectedAppId, UserId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import type { Store } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { CONNECTED_APP } from './connected-app.ts'

/** Ends the access of an app: all its tokens stop working at once, on every server. */
export const disconnectApp = defineUseCase({
  name: 'disconnectApp',
  access: 'user',
  scope: 'account',
  input: z.object({ id: id<ConnectedAppId>().describe("The connected app's id.") }),
  run: ({ store }, { owner }, { id }) => new ResultAsync(disconnect(store, owner, id)),
  audit: namesInput('CONNECTED_APP'),
})

async function disconnect(
  { oauthRecords }: Pick<Store, 'oauthRecords'>,
  owner: UserId,
  id: ConnectedAppId,
): Promise<Result<boolean, ErrorOf<'not-found'>>> {
  // The account of a record never changes, so nothing can come between.
  const record = await oauthRecords.find(CONNECTED_APP, id)
  if (record?.uid !== owner) return err({ type: 'not-found', what: 'Connected app' })
  await oauthRecords.revokeGrant(id)
  return ok(true)
}
