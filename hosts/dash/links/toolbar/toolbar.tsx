import { Download, ListFilter as Funnel, Rows3, Rows4 } from 'lucide'
import { setPreference, usePreference } from '../../ui/browser/preferences.ts'
import { saveCsv } from '../../ui/browser/save-file.ts'
import { useChunk } from '../../ui/hooks/use-chunk.ts'
import { useLongRead } from '../../ui/hooks/use-long-read.ts'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { Icon } from '../../ui/icon.tsx'
import { LongReadState } from '../../ui/long-read-state.tsx'
import { usePopover } from '../../ui/use-popover.ts'
import { useWords } from '../../ui/words.tsx'
import { tableOf } from '../links-table.ts'
import { activeFilters, filterOf } from '../list-filter.ts'
import { ViewsMenu } from '../views/views-menu.tsx'
import { allLinks } from './all-links.ts'
import { FilterChips } from './filter-chips.tsx'
import { SortSelect } from './sort-select.tsx'
import styles from './toolbar.module.css'
import { useSearch } from './use-search.ts'

/** Search, filters and order of the list, which are stored in the URL; density, and the export of all matching links. */
export function Toolbar({ query }: { readonly query: URLSearchParams }) {
  const { words, format } = useWords()
  const [search, setSearch] = useSearch(query)
  const { isOpen, anchor, opener, popover } = usePopover<HTMLDivElement>()
  const FilterPanel = useChunk(isOpen, () => import('./filter-panel.tsx').then((chunk) => chunk.FilterPanel))
  const { run, loaded, waitUntilMs, stop } = useLongRead()
  const isWide = useMedia('(min-width: 48rem)')
  const isCompact = usePreference('density') === 'compact'
  const active = activeFilters(query).length
  const save = () => run(async (work) => saveCsv('links.csv', tableOf(await allLinks(filterOf(query), work))))
  return (
    <search class={`${styles.toolbar} no-print`}>
      <div {...anchor} class={styles.line}>
        <input
          type="search"
          aria-label={words.links.search}
          placeholder={isWide ? words.links.search : words.frame.search}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.value === '' && currentTarget.blur()}
        />
        <button {...opener} type="button" class="button">
          <Icon of={Funnel} size={16} /> {words.links.filter}
          {active > 0 && <span class="number">{format.number(active)}</span>}
        </button>
        <ViewsMenu query={query} />
        <div class={styles.wide}>
          <SortSelect bare query={query} />
          {loaded === undefined ? (
            <button
              type="button"
              class="button plain"
              aria-label={words.links.csv}
              title={words.links.csv}
              onClick={() => void save()}
            >
              <Icon of={Download} size={16} />
            </button>
          ) : (
            <LongReadState
              text={words.selection.loaded(format.number(loaded))}
              waitUntilMs={waitUntilMs}
              onStop={stop}
            />
          )}
          <button
            type="button"
            class="button plain"
            aria-pressed={isCompact}
            aria-label={words.links.compact}
            title={words.links.compact}
            onClick={() => setPreference('density', isCompact ? 'roomy' : 'compact')}
          >
            <Icon of={isCompact ? Rows4 : Rows3} size={16} />
          </button>
        </div>
      </div>
      <div {...popover} class={styles.panel}>
        {FilterPanel && <FilterPanel query={query} />}
      </div>
      <FilterChips query={query} />
    </search>
  )
}
