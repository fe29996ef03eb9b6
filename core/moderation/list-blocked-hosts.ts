import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { text } from '../kernel/input.ts'
import { pageInput, totalOf } from '../kernel/page.ts'
import type { Store } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { type BlockedHost, MAX_HOST_LENGTH } from './blocked-host.ts'

export interface BlockedHostList {
  readonly items: readonly BlockedHost[]
  readonly totalCount: number
}

const Input = z.object({
  ...pageInput({ take: 50, max: 1000 }),
  search: text('search', { max: MAX_HOST_LENGTH })
    .nullish()
    .transform((value) => value?.trim().toLowerCase() || undefined)
    .describe(`Only hosts that contain this text, case-insensitive, at most ${MAX_HOST_LENGTH} characters.`),
})

/** Blocked hosts in alphabetical order. */
export const listBlockedHosts = defineUseCase({
  name: 'listBlockedHosts',
  access: 'admin',
  scope: null,
  // A list may have a million hosts.
  demand: 'long-read',
  input: Input,
  run: ({ store }, _caller, page): ResultAsync<BlockedHostList, never> =>
    ResultAsync.fromSafePromise(list(store, page)),
})

async function list({ blockedHosts }: Store, { skip, take, search }: z.output<typeof Input>): Promise<BlockedHostList> {
  const items = await blockedHosts.list({ skip, take }, search)
  return { items, totalCount: await totalOf(items, { skip, take }, () => blockedHosts.count(search)) }
}
