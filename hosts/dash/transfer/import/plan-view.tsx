import { useWords } from '../../ui/words.tsx'
import { PlanLink, WriteButton } from '../../ui/write.tsx'
import type { Places } from '../queries.ts'
import { AcceptedLosses } from './accepted-losses.tsx'
import { DomainMap } from './domain-map.tsx'
import { LeftOutTable } from './left-out-table.tsx'
import { Losses } from './losses.tsx'
import type { Plan } from './plan-file.ts'
import { PreviewTable } from './preview-table.tsx'
import type { ReadFile } from './read-file.ts'
import type { Choices } from './use-plan.ts'

interface PlanViewProps {
  readonly file: ReadFile
  readonly plan: Plan
  readonly places: Places
  readonly choices: Choices
  readonly onChoose: (choices: Choices) => void
  readonly onImport: () => void
}

/** Preview of an import with its losses, and a single confirmation. */
export function PlanView({ file, plan, places, choices, onChoose, onImport }: PlanViewProps) {
  const { words, format } = useWords()
  const { ready, present, leftOut } = plan
  const left = linksLeft(places)
  return (
    <>
      <p role="status">
        <strong class="number">
          {words.transfer.summary(format.number(ready.length), format.number(present), format.number(leftOut.length))}
        </strong>
      </p>
      <DomainMap
        plan={plan}
        places={places}
        mapped={choices.mapped}
        onMap={(mapped) => onChoose({ ...choices, mapped })}
      />
      <AcceptedLosses
        refusing={plan.refusing}
        accepted={choices.accepted}
        onAccept={(accepted) => onChoose({ ...choices, accepted })}
      />
      <Losses file={file} plan={plan} />
      {ready.length > 0 && <PreviewTable links={ready} />}
      {leftOut.length > 0 && (
        <details>
          <summary>{words.transfer.leftOut(format.number(leftOut.length))}</summary>
          <LeftOutTable links={leftOut} label={words.transfer.leftOut(format.number(leftOut.length))} />
        </details>
      )}
      {left !== undefined && left < ready.length && (
        <p class="wrong" role="status">
          {words.transfer.planAllows(left, format.number(left))} <PlanLink />
        </p>
      )}
      <div>
        {ready.length === 0 ? (
          <p class="muted">{words.transfer.nothing}</p>
        ) : (
          <WriteButton class="primary" onClick={onImport}>
            {words.transfer.make(ready.length, format.number(ready.length))}
          </WriteButton>
        )}
      </div>
    </>
  )
}

/** Number of links that the plan still allows this month; undefined if they are not metered. */
export function linksLeft({ meUsage }: Places): number | undefined {
  if (!meUsage || meUsage.allowance === 0) return undefined
  return Math.max(0, meUsage.allowance + meUsage.refillLinks - meUsage.linksCreated)
}
