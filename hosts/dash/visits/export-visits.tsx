import { Download } from 'lucide'
import type { LongWork } from '../api/ask-patiently.ts'
import type { Link } from '../links/queries.ts'
import { saveCsv } from '../ui/browser/save-file.ts'
import { useLongRead } from '../ui/hooks/use-long-read.ts'
import { Icon } from '../ui/icon.tsx'
import { LongReadState } from '../ui/long-read-state.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { MAX_EXPORTED, type Visit, visitsToExport } from './queries.ts'
import { spanOf, type VisitsFilter } from './visits-filter.ts'

interface ExportVisitsProps {
  readonly link: Link
  readonly filter: VisitsFilter
}

/** Saves the visits of the range as CSV. Ignores filters of breakdowns, and reports that. */
export function ExportVisits({ link, filter }: ExportVisitsProps) {
  const { words, format } = useWords()
  const { run, loaded, waitUntilMs, stop } = useLongRead()
  const save = async (work: LongWork) => {
    const visits = await visitsToExport(link.id, spanOf(filter, new Date(), link.createdAt), filter.bots, work)
    saveCsv(`${link.shortlink}-visits.csv`, tableOf(visits))
    if (visits.length === MAX_EXPORTED) toast(words.visits.exportCut(format.number(MAX_EXPORTED)))
  }
  if (loaded !== undefined) {
    const text = words.visits.exporting(format.number(loaded))
    return (
      <span class="cluster">
        <LongReadState text={text} waitUntilMs={waitUntilMs} onStop={stop} />
      </span>
    )
  }
  return (
    <span class="cluster">
      {filter.where.length > 0 && <span class="muted small">{words.visits.exportUnfiltered}</span>}
      <button type="button" class="button" onClick={() => void run(save)}>
        <Icon of={Download} /> {words.visits.exportVisits}
      </button>
    </span>
  )
}

const tableOf = (visits: readonly Visit[]) => [
  ['at', 'country', 'city', 'browser', 'os', 'device', 'language', 'referrer', 'ref', 'rule', 'redirected_to', 'bot'],
  ...visits.map((visit) => [
    visit.createdAt,
    visit.location.country?.code ?? '',
    visit.location.city ?? '',
    visit.browser?.name ?? '',
    visit.os?.name ?? '',
    visit.device,
    visit.language ?? '',
    visit.referrer ?? '',
    visit.ref ?? '',
    visit.rule === null ? '' : String(visit.rule),
    visit.redirectedTo ?? '',
    String(visit.bot),
  ]),
]
