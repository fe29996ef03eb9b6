import { useLayoutEffect, useRef } from 'preact/hooks'
import { useWords } from '../../ui/words.tsx'
import { PlanLink, Refusal } from '../../ui/write.tsx'
import type { Outcome } from './import-links.ts'
import { LeftOutTable } from './left-out-table.tsx'
import type { Plan } from './plan-file.ts'

interface ReportViewProps {
  readonly plan: Plan
  readonly outcome: Outcome
  /** Whether the plan allows no more links this month. */
  readonly isQuotaUsed: boolean
  readonly onAgain: () => void
}

/** The one report of an import. */
export function ReportView({ plan, outcome, isQuotaUsed, onAgain }: ReportViewProps) {
  const { words, format } = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const { made, unfinished, error } = outcome
  const leftOut = [...plan.leftOut, ...outcome.leftOut].sort((one, other) => one.row - other.row)
  return (
    <div class="stack">
      <h3 ref={heading} tabIndex={-1}>
        {words.transfer.report}
      </h3>
      <p>
        <strong class="number">
          {words.transfer.made(format.number(made), format.number(plan.present), format.number(leftOut.length))}
        </strong>
      </p>
      <Refusal error={error} />
      {/* The server names no codes of errors for single links. */}
      {isQuotaUsed && outcome.leftOut.length > 0 && error === undefined && (
        <p class="wrong" role="status">
          {words.transfer.quotaUsed} <PlanLink />
        </p>
      )}
      {unfinished.length > 0 && (
        <>
          <p class="wrong">{words.transfer.unfinished(format.number(unfinished.length))}</p>
          <LeftOutTable links={unfinished} label={words.transfer.unfinished(format.number(unfinished.length))} />
        </>
      )}
      {leftOut.length > 0 && (
        <LeftOutTable links={leftOut} label={words.transfer.leftOut(format.number(leftOut.length))} />
      )}
      <div class="cluster">
        <a class="button primary" href="/dash">
          {words.frame.links}
        </a>
        <button type="button" class="button" onClick={onAgain}>
          {words.transfer.chosenOther}
        </button>
      </div>
    </div>
  )
}
