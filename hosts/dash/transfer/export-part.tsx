import { useMutation } from '@tanstack/preact-query'
import { Download } from 'lucide'
import { useState } from 'preact/hooks'
import { saveFile } from '../ui/browser/save-file.ts'
import { useUntilUnmounted } from '../ui/hooks/use-until-unmounted.ts'
import { Icon } from '../ui/icon.tsx'
import { Failed } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { EXPORT_TYPES, type ExportType, exportLinks, type Progress } from './export-links.ts'

/** All links of the account as a file. */
export function ExportPart() {
  const { words, format } = useWords()
  const [progress, setProgress] = useState<Progress>()
  const signal = useUntilUnmounted()
  const exporting = useMutation({
    mutationFn: (type: ExportType) => {
      setProgress(undefined)
      return exportLinks(type, signal, setProgress)
    },
    onSuccess: (file, type) => {
      saveFile(`links.${type}`, file)
      toast(words.transfer.exported(format.number(progress?.done ?? 0)))
    },
  })
  return (
    <section class="card stack" aria-label={words.transfer.exportTitle}>
      <h2>{words.transfer.exportTitle}</h2>
      <p class="muted">{words.transfer.exportHint}</p>
      <div class="cluster">
        {(Object.keys(EXPORT_TYPES) as ExportType[]).map((type) => (
          <button
            key={type}
            type="button"
            class="button"
            disabled={exporting.isPending}
            onClick={() => exporting.mutate(type)}
          >
            <Icon of={Download} /> {words.transfer.exportAs(type.toUpperCase())}
          </button>
        ))}
      </div>
      {exporting.isPending && progress && (
        <div class="stack tight">
          <progress aria-label={words.transfer.exportTitle} max={Math.max(1, progress.total)} value={progress.done} />
          <p class="small number">
            {words.transfer.exporting(format.number(progress.done), format.number(progress.total))}
          </p>
        </div>
      )}
      {exporting.error && (
        <Failed error={exporting.error} onRetry={() => exporting.mutate(exporting.variables ?? 'csv')} />
      )}
    </section>
  )
}
