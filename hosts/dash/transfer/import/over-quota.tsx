import { useWords } from '../../ui/words.tsx'
import { PlanLink } from '../../ui/write.tsx'
import type { ImportProblem } from '../queries.ts'

/** The server's message; problems of single links have no codes. */
const OVER_QUOTA = 'The monthly link quota of your plan is used up'

/** Whether a link was left out because the plan allows no more links this month. */
export const isOverQuota = ({ message }: Pick<ImportProblem, 'message'>) => message === OVER_QUOTA

/** Says that the plan's limit is reached, if links were left out for it, and links to the plan. */
export function OverQuota({ problems }: { readonly problems: readonly ImportProblem[] }) {
  const { words } = useWords()
  if (!problems.some(isOverQuota)) return null
  return (
    <p class="wrong" role="status">
      {words.transfer.quotaUsed} <PlanLink />
    </p>
  )
}
