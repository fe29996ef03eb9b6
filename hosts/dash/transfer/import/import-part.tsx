import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLeaveGuard } from '../../ui/drafts/leave-guard.tsx'
import { Failed, Loaded } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'
import { places as placesQuery } from '../queries.ts'
import { FileForm } from './file-form.tsx'
import { importLinks } from './import-links.ts'
import { linksLeft, PlanView } from './plan-view.tsx'
import { ReportView } from './report-view.tsx'
import { RunningView } from './running-view.tsx'
import { usePlan } from './use-plan.ts'

/** Imports a file: one choice of a file, one preview, one confirmation, one report. */
export function ImportPart() {
  const { words } = useWords()
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [program, setProgram] = useState('')
  const { read, own, places, plan, choices, choose, reset } = usePlan(file, program)
  const [done, setDone] = useState(0)
  const [untilMs, onWait] = useState<number>()
  const [stopper, setStopper] = useState<AbortController>()
  const importing = useMutation({
    mutationFn: async () => {
      const controller = new AbortController()
      setStopper(controller)
      setDone(0)
      const outcome = await importLinks(plan?.ready ?? [], { signal: controller.signal, onProgress: setDone, onWait })
      return { plan, outcome }
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['links'] }),
        client.invalidateQueries({ queryKey: placesQuery.queryKey }),
      ]),
  })
  const guard = useLeaveGuard(importing.isPending)
  const change = (next: () => void) => {
    importing.reset()
    reset()
    next()
  }
  const again = () => {
    change(() => setFile(undefined))
    client.removeQueries({ queryKey: ['transfer'] })
  }
  return (
    <section class="card stack" aria-label={words.transfer.importTitle}>
      <h2>{words.transfer.importTitle}</h2>
      {guard}
      {importing.data?.plan ? (
        <ReportView
          plan={importing.data.plan}
          outcome={importing.data.outcome}
          isQuotaUsed={places.data !== undefined && linksLeft(places.data) === 0}
          onAgain={again}
        />
      ) : importing.isPending ? (
        <RunningView
          done={done}
          total={plan?.ready.length ?? 0}
          untilMs={untilMs}
          onStop={() => stopper?.abort(new Error('stopped'))}
        />
      ) : (
        <>
          <FileForm
            error={read.error}
            found={read.data?.program.name}
            program={program}
            onFile={(chosen) => change(() => setFile(chosen))}
            onProgram={(name) => change(() => setProgram(name))}
          />
          {file && read.isPending && <p role="status">{words.transfer.reading}</p>}
          {read.data && own.error && <Failed error={own.error} onRetry={() => void own.refetch()} />}
          {read.data && !own.error && (
            <Loaded query={{ ...places, data: plan && places.data }} height="12rem">
              {(known) =>
                plan &&
                read.data && (
                  <PlanView
                    file={read.data}
                    plan={plan}
                    places={known}
                    choices={choices}
                    onChoose={choose}
                    onImport={() => importing.mutate()}
                  />
                )
              }
            </Loaded>
          )}
        </>
      )}
    </section>
  )
}
