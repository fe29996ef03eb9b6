import { useLayoutEffect, useRef } from 'preact/hooks'
import { useWords } from '../../ui/words.tsx'
import type { Import } from '../queries.ts'
import { LeftOutTable } from './left-out-table.tsx'
import { OverQuota } from './over-quota.tsx'

interface ReportViewProps {
  readonly found: Import
  readonly onAgain: () => void
}

/** The one report of an import. */
export function ReportView({ found: { name, state, report }, onAgain }: ReportViewProps) {
  const { words, format } = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  if (!report) return null
  const { created, present, skipped, planned, problems } = report
  const leftOut = words.transfer.leftOut(format.number(skipped))
  return (
    <div class="stack">
      <h3 ref={heading} tabIndex={-1}>
        {words.transfer.report}
      </h3>
      <p>
        <bdi>{name}</bdi>
      </p>
      <p>
        <strong class="number">
          {words.transfer.made(format.number(created), format.number(present), format.number(skipped))}
        </strong>
      </p>
      {state === 'CANCELED' && created < planned && (
        <p class="wrong">{words.transfer.stopped(format.number(created), format.number(planned))}</p>
      )}
      <OverQuota problems={problems} />
      {skipped > 0 && <LeftOutTable links={problems} total={skipped} label={leftOut} />}
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
