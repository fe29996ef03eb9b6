import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../../use-case.ts'
import { appOfRecord, CONNECTED_APP } from './connected-app.ts'

/** The apps that the caller has given access, the last used first. */
export const listConnectedApps = defineUseCase({
  name: 'listConnectedApps',
  access: 'user',
  scope: 'account',
  input: z.object({}),
  run: ({ store, clock }, { owner }) =>
    ResultAsync.fromSafePromise(store.oauthRecords.listByUid(CONNECTED_APP, owner)).map((records) =>
      records.filter(({ expiresAt }) => expiresAt !== null && expiresAt > clock.now()).map(appOfRecord),
    ),
})
