import { type UseQueryResult, useQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Link } from '../links/queries.ts'
import { Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { type ChartAnnotations, useAnnotations } from './annotations/use-annotations.tsx'
import { CardsView } from './cards/cards-view.tsx'
import { DetailsDialog } from './cards/details-dialog.tsx'
import type { RuleName } from './cards/use-label.ts'
import { Chart } from './chart/chart.tsx'
import { ChartBones } from './chart/chart-bones.tsx'
import { metricValue } from './chart/metric.ts'
import styles from './counts-view.module.css'
import { EmptyRange } from './empty-range.tsx'
import { dayOf, spanOf, zoomed } from './periods.ts'
import { type Counts, counts, type Question } from './queries.ts'
import { ExportMenu } from './toolbar/export-menu.tsx'
import { Toolbar } from './toolbar/toolbar.tsx'
import { addressOf, DIMENSIONS, type Dimension, type VisitsFilter } from './visits-filter.ts'

interface CountsViewProps {
  /** Undefined for all links. */
  readonly link: Link | undefined
  readonly since: string | undefined
  readonly filter: VisitsFilter
  /** The page's URL without its filter. */
  readonly path: string
  readonly isLive: boolean
  readonly onLive: (isLive: boolean) => void
  /** Whether there are visits at any time. */
  readonly hasVisits: boolean
  /** The tags of the account; undefined for one link. */
  readonly tags: readonly string[] | undefined
  readonly ruleName: RuleName
  /** Dimensions that are useless here. */
  readonly without: readonly Dimension[]
  /** The button that shares the numbers. */
  readonly share?: ComponentChildren
}

/** Counts over a range, which can be changed even while they load or after they failed. */
export function CountsView(props: CountsViewProps) {
  const { link, since, filter, path, isLive, onLive, tags, ruleName, without, share } = props
  const { format } = useWords()
  const { route } = useLocation()
  const [details, setDetails] = useState<Dimension>()
  const change = (part: Partial<VisitsFilter>, isReplaced = true) =>
    route(addressOf(path, { ...filter, ...part }), isReplaced)
  const question: Question = { linkId: link?.id, since, filter, timeZone: format.timeZone, isLive }
  const query = useQuery(counts(question))
  const span = spanOf(filter, new Date(), since)
  const [annotations, annotationDialog] = useAnnotations(link?.id, dayOf(new Date(span.to.getTime() - 1)))
  return (
    <div class="stack">
      <Toolbar
        filter={filter}
        span={span}
        ruleName={ruleName}
        isLive={isLive}
        tags={tags}
        dimensions={DIMENSIONS.filter((by) => !without.includes(by))}
        onLive={onLive}
        onDimension={setDetails}
        onChange={change}
      >
        {share}
        <ExportMenu link={link} filter={filter} counts={query.data} />
      </Toolbar>
      <div class={`stack ${styles.content}`} data-stale={query.isPlaceholderData ? '' : undefined}>
        <Numbers
          {...props}
          question={question}
          query={query}
          annotations={annotations}
          // Back shows the whole period again.
          onZoom={(part) => change(part, false)}
          onChange={change}
          onDetails={setDetails}
        />
      </div>
      {annotationDialog}
      {details && (
        <DetailsDialog
          by={details}
          question={question}
          ruleName={ruleName}
          onChange={change}
          onClose={() => setDetails(undefined)}
        />
      )}
    </div>
  )
}

interface NumbersProps extends CountsViewProps {
  readonly question: Question
  readonly query: UseQueryResult<Counts, unknown>
  readonly annotations: ChartAnnotations
  readonly onZoom: (part: Partial<VisitsFilter>) => void
  readonly onChange: (part: Partial<VisitsFilter>) => void
  readonly onDetails: (by: Dimension) => void
}

function Numbers({ question, query, filter, link, hasVisits, ruleName, without, annotations, ...on }: NumbersProps) {
  const withBots = filter.bots === 'INCLUDE'
  if (query.data === undefined && !query.error) return <ChartBones />
  return (
    <Loaded query={query}>
      {(shown) =>
        metricValue('visits', shown.now.totals, withBots) === 0 ? (
          <EmptyRange
            linkId={link?.id}
            filter={filter}
            from={shown.now.from}
            hasVisits={hasVisits}
            shortUrl={link?.shortUrl}
            onChange={on.onChange}
          />
        ) : (
          <>
            <Chart
              counts={shown}
              withBots={withBots}
              annotations={annotations}
              onZoom={(first, last) => {
                const span = { from: new Date(shown.now.from), to: new Date(shown.now.to) }
                const zoom = zoomed(span, first, last, shown.interval)
                if (zoom) on.onZoom(zoom)
              }}
            />
            <CardsView
              question={question}
              ruleName={ruleName}
              without={without}
              onChange={on.onChange}
              onDetails={on.onDetails}
            />
          </>
        )
      }
    </Loaded>
  )
}
