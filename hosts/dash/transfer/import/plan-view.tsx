import { useWords } from '../../ui/words.tsx'
import { PlanLink, Refusal, WriteButton } from '../../ui/write.tsx'
import type { Import, Places } from '../queries.ts'
import { AcceptedLosses } from './accepted-losses.tsx'
import { DomainMap } from './domain-map.tsx'
import { LeftOutTable } from './left-out-table.tsx'
import { Losses } from './losses.tsx'
import { isOverQuota } from './over-quota.tsx'
import { PreviewTable } from './preview-table.tsx'
import { shownName } from './program-names.ts'
import type { Choices } from './use-import.ts'

interface PlanViewProps {
  readonly preview: Import
  readonly places: Places
  /** Whether the server makes a new preview. */
  readonly isStale: boolean
  readonly error: unknown
  readonly onChoose: (choices: Choices) => void
  readonly onImport: () => void
  readonly onCancel: () => void
}

/** Preview of an import with its losses, and a single confirmation. */
export function PlanView({ preview, places, isStale, error, onChoose, onImport, onCancel }: PlanViewProps) {
  const { words, format } = useWords()
  const { report, found, name } = preview
  if (!report) return null
  const { planned, present, skipped, samples, problems } = report
  const left = linksLeft(places)
  return (
    <>
      <p>
        <bdi>{name}</bdi> · {words.transfer.recognised(shownName(found ?? ''))}
      </p>
      <p role="status" aria-busy={isStale}>
        <strong class="number">
          {isStale
            ? words.transfer.reading
            : words.transfer.summary(format.number(planned), format.number(present), format.number(skipped))}
        </strong>
      </p>
      <DomainMap preview={preview} report={report} places={places} onMap={(domains) => onChoose({ domains })} />
      <AcceptedLosses
        refusing={new Map(report.refused.map(({ name, links }) => [name, links]))}
        accepted={new Set(preview.acceptedLosses)}
        onAccept={(accepted) => onChoose({ acceptedLosses: [...accepted] })}
      />
      <Losses program={found ?? ''} report={report} />
      {samples.length > 0 && <PreviewTable links={samples} />}
      {skipped > 0 && (
        <details>
          <summary>{words.transfer.leftOut(format.number(skipped))}</summary>
          <LeftOutTable links={problems} total={skipped} label={words.transfer.leftOut(format.number(skipped))} />
        </details>
      )}
      {left !== undefined && (left < planned || problems.some(isOverQuota)) && (
        <p class="wrong" role="status">
          {words.transfer.planAllows(left, format.number(left))} <PlanLink />
        </p>
      )}
      <Refusal error={error} />
      {planned === 0 && !isStale && <p class="muted">{words.transfer.nothing}</p>}
      <div class="cluster">
        {planned > 0 && (
          <WriteButton class="primary" disabled={isStale} error={error} onClick={onImport}>
            {words.transfer.make(planned, format.number(planned))}
          </WriteButton>
        )}
        <WriteButton onClick={onCancel}>{words.transfer.chosenOther}</WriteButton>
      </div>
    </>
  )
}

/** Number of links that the plan still allows this month; undefined if they are not metered. */
function linksLeft({ meUsage }: Places): number | undefined {
  if (!meUsage || meUsage.allowance === 0) return undefined
  return Math.max(0, meUsage.allowance + meUsage.refillLinks - meUsage.linksCreated)
}
