import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../../use-case.ts'
import { namedShare } from './named-share.ts'

/** The caller's shared statistics, newest first. */
export const statShares = defineUseCase({
  name: 'statShares',
  access: 'user',
  scope: 'analytics:read',
  input: z.object({}),
  run: (ports, { owner }) =>
    ResultAsync.fromSafePromise(
      (async () => {
        const records = await ports.store.statShares.list(owner)
        const shares = await Promise.all(records.map((record) => namedShare(ports, record)))
        return shares.filter((share) => share !== undefined)
      })(),
    ),
})
