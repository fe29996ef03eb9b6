import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'

/** Sizes of the whole instance. */
export interface InstanceStats {
  readonly accounts: number
  readonly links: number
  /** Recorded visits of the present links. */
  readonly visits: number
  /** Reports of visitors that no administrator has resolved. */
  readonly openReports: number
}

/** Numbers of accounts, links and visits of the whole instance. */
export const getInstanceStats = defineUseCase({
  name: 'getInstanceStats',
  access: 'admin',
  scope: null,
  demand: 'long-read',
  input: z.object({}),
  run: ({ store }) => ResultAsync.fromSafePromise(readStats(store)),
})

/** One after the other, since each occupies a reader of the database for long. */
async function readStats({ users, links, reports }: Ports['store']): Promise<InstanceStats> {
  const { totalCount: accounts } = await users.listAll({ skip: 0, take: 0 })
  return {
    accounts,
    links: await links.countAll({}),
    visits: await links.countVisits(),
    openReports: await reports.count({ resolved: false }),
  }
}
