import { Download } from 'lucide'
import type { LongWork } from '../../api/ask-patiently.ts'
import type { Link } from '../../links/queries.ts'
import { saveCsv } from '../../ui/browser/save-file.ts'
import { useLongRead } from '../../ui/hooks/use-long-read.ts'
import { LongReadState } from '../../ui/long-read-state.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { spanOf } from '../periods.ts'
import type { Counts } from '../queries.ts'
import { MAX_EXPORTED, type Visit, visitsToExport } from '../visit-queries.ts'
import type { VisitsFilter } from '../visits-filter.ts'

interface ExportMenuProps {
  /** Undefined for all links, which have no list of visits. */
  readonly link: Link | undefined
  readonly filter: VisitsFilter
  readonly counts: Counts | undefined
}

/** Saves the chart or the visits of the period as CSV. The list of visits ignores filters of breakdowns, and reports that. */
export function ExportMenu({ link, filter, counts }: ExportMenuProps) {
  const { words, format } = useWords()
  const { run, loaded, waitUntilMs, stop } = useLongRead()
  const save = (link: Link) => async (work: LongWork) => {
    const visits = await visitsToExport(link.id, spanOf(filter, new Date(), link.createdAt), filter.bots, work)
    saveCsv(`${link.shortlink}-visits.csv`, tableOf(visits))
    if (visits.length === MAX_EXPORTED) toast(words.visits.exportCut(format.number(MAX_EXPORTED)))
    else if (filter.where.length > 0) toast(words.visits.exportUnfiltered)
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
    <Menu label={words.visits.export} icon={Download} text={words.visits.export}>
      <button
        type="button"
        disabled={counts === undefined}
        onClick={() => counts && saveCsv('visits-by-time.csv', seriesTable(counts))}
      >
        {words.visits.exportSeries}
      </button>
      {link && (
        <button type="button" onClick={() => void run(save(link))}>
          {words.visits.exportVisits}
        </button>
      )}
    </Menu>
  )
}

const seriesTable = ({ now }: Counts) => [
  ['at', 'visits', 'bots', 'visitors'],
  ...now.series.map(({ at, hits, bots, visitors }) => [at, String(hits), String(bots), String(visitors)]),
]

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
