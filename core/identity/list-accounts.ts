import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { Plan } from '../billing/plan.ts'
import { findPlanStatus } from '../billing/plan-status.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { parseInput, text } from '../kernel/input.ts'
import { pageInput } from '../kernel/page.ts'
import type { Ports } from '../ports.ts'
import type { AccountSummary } from './users.port.ts'

/** Input of {@link listAccounts}. */
export const AccountsPage = z.object({
  ...pageInput({ take: 100, max: 1000 }),
  search: text('search', { max: 254 })
    .nullish()
    .transform((value) => value?.trim() || undefined)
    .describe('Only accounts whose e-mail address contains this text, case-insensitive.'),
})

export interface ListedAccount extends AccountSummary {
  /** The plan that counts now. */
  readonly plan: Plan
}

/** Accounts, newest first, with their total number. For operators only, so no surface offers it. */
export const listAccounts = (
  ports: Pick<Ports, 'store' | 'clock' | 'policy'>,
  raw: unknown,
): ResultAsync<{ items: readonly ListedAccount[]; totalCount: number }, ErrorOf<'invalid-input'>> =>
  parseInput(AccountsPage, raw).asyncAndThen((page) =>
    ResultAsync.fromSafePromise(
      ports.store.users.listAll(page).then(async ({ items, totalCount }) => ({
        items: await Promise.all(items.map((account) => withPlan(ports, account))),
        totalCount,
      })),
    ),
  )

async function withPlan(
  ports: Pick<Ports, 'store' | 'clock' | 'policy'>,
  account: AccountSummary,
): Promise<ListedAccount> {
  const { effectivePlan } = (await findPlanStatus(ports, account.id))._unsafeUnwrap()
  return { ...account, plan: effectivePlan }
}
