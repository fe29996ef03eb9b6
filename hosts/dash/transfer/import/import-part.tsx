import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLeaveGuard } from '../../ui/drafts/leave-guard.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'
import { Refusal } from '../../ui/write.tsx'
import { type Import, isAtWork, places as placesQuery } from '../queries.ts'
import { FileForm } from './file-form.tsx'
import { PlanView } from './plan-view.tsx'
import { ReportView } from './report-view.tsx'
import { RunningView } from './running-view.tsx'
import { useImport } from './use-import.ts'

/** Imports a file on the server: one choice of a file, one preview, one confirmation, one report. It goes on without this page. */
export function ImportPart() {
  const { words } = useWords()
  const imported = useImport()
  return (
    <section class="card stack" aria-label={words.transfer.importTitle}>
      <h2>{words.transfer.importTitle}</h2>
      <Loaded query={imported.found} height="12rem">
        {(found) => <ImportState imported={imported} found={found ?? undefined} />}
      </Loaded>
    </section>
  )
}

interface ImportStateProps {
  readonly imported: ReturnType<typeof useImport>
  readonly found: Import | undefined
}

function ImportState({ imported, found }: ImportStateProps) {
  const { words } = useWords()
  const { preview, uploading, uploaded, waitsUntilMs, choosing, starting, canceling } = imported
  const places = useQuery(placesQuery)
  const [program, setProgram] = useState('')
  const [dismissed, dismiss] = useState('')
  const guard = useLeaveGuard(uploading.isPending)
  if (uploading.isPending)
    return (
      <>
        {guard}
        <RunningView share={uploaded} text={words.transfer.uploading} untilMs={waitsUntilMs} />
      </>
    )
  if (preview)
    return (
      <Loaded query={places} height="12rem">
        {(known) => (
          <PlanView
            preview={choosing.isPending ? { ...preview, ...choosing.variables } : preview}
            places={known}
            isStale={choosing.isPending || found?.state !== 'READY'}
            error={starting.error ?? choosing.error ?? canceling.error}
            onChoose={(choices) => choosing.mutate({ id: preview.id, ...choices })}
            onImport={() => starting.mutate(preview.id)}
            onCancel={() => canceling.mutate(preview.id)}
          />
        )}
      </Loaded>
    )
  if (found && isAtWork(found)) return <AtWork found={found} onCancel={() => canceling.mutate(found.id)} />
  const isOver = found?.state === 'DONE' || (found?.state === 'CANCELED' && found.report !== null)
  if (found && isOver && found.id !== dismissed) return <ReportView found={found} onAgain={() => dismiss(found.id)} />
  const failed = found?.state === 'FAILED' ? found : undefined
  return (
    <>
      {found?.state === 'UPLOADING' && <p role="status">{words.transfer.interrupted(found.name)}</p>}
      <FileForm
        error={uploading.error}
        fault={failed?.fault ?? undefined}
        program={failed?.program ?? program}
        onFile={(file) => file && uploading.mutate({ file, program })}
        onProgram={(name) => {
          setProgram(name)
          if (failed) choosing.mutate({ id: failed.id, program: name === '' ? null : name })
        }}
      />
      <Refusal error={choosing.error ?? canceling.error} />
    </>
  )
}

interface AtWorkProps {
  readonly found: Import
  readonly onCancel: () => void
}

function AtWork({ found, onCancel }: AtWorkProps) {
  const { words, format } = useWords()
  const { report, characters, state } = found
  const share = report ? report.characters / Math.max(1, characters) : 0
  const isRunning = state === 'RUNNING'
  const text = isRunning
    ? words.transfer.importing(format.number(report?.created ?? 0), format.number(report?.planned ?? 0))
    : words.transfer.reading
  return (
    <>
      <p>
        <bdi>{found.name}</bdi>
      </p>
      <RunningView share={share} text={text} onStop={onCancel} />
      <p class="muted small">{words.transfer.goesOn}</p>
    </>
  )
}
