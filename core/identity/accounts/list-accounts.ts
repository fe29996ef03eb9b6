import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { Plan } from '../../billing/plan.ts'
import { findPlanStatus } from '../../billing/plan-status.ts'
import { text } from '../../kernel/input.ts'
import { pageInput } from '../../kernel/page.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import type { AccountSummary } from '../users.port.ts'

export interface ListedAccount extends AccountSummary {
  /** The plan that counts now. */
  readonly plan: Plan
}

const MAX_SEARCH = 254

/** Accounts, newest first, with their total number. */
export const listAccounts = defineUseCase({
  name: 'listAccounts',
  access: 'admin',
  scope: null,
  demand: 'long-read',
  input: z.object({
    ...pageInput({ take: 100, max: 1000 }),
    search: text('search', { max: MAX_SEARCH })
      .nullish()
      .transform((value) => value?.trim() || undefined)
      .describe(
        `Only accounts whose email address contains this text, case-insensitive, or the account with this id; at most ${MAX_SEARCH} characters.`,
      ),
  }),
  run: (ports, _caller, page) =>
    ResultAsync.fromSafePromise(
      ports.store.users.listAll(page).then(async ({ items, totalCount }) => ({
        items: await Promise.all(items.map((account) => withPlan(ports, account))),
        totalCount,
      })),
    ),
})

async function withPlan(ports: Ports, account: AccountSummary): Promise<ListedAccount> {
  const { effectivePlan } = (await findPlanStatus(ports, account.id))._unsafeUnwrap()
  return { ...account, plan: effectivePlan }
}
