import { useQuery } from '@tanstack/preact-query'
import { Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './country-map.module.css'
import { type Breakdown, worldMap } from './queries.ts'

interface CountryMapProps {
  readonly breakdown: Breakdown
  readonly chosen: string | undefined
  readonly onChoose: (code: string) => void
}

/**
 * World map with stronger colors for countries with more visits; a click filters by country. The list in the same card has buttons for the
 * keyboard.
 */
export function CountryMap({ breakdown, chosen, onChoose }: CountryMapProps) {
  const { words, format } = useWords()
  const world = useQuery(worldMap)
  const hits = new Map(breakdown.rows.map((row) => [row.value, row.hits]))
  const most = Math.max(1, ...breakdown.rows.filter(({ value }) => value !== null).map((row) => row.hits))
  return (
    <Loaded query={world} height="9rem">
      {({ width, height, shapes }) => (
        <svg class={styles.map} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words.visits.map}>
          {shapes.map(({ code, path }) => {
            const visits = hits.get(code) ?? 0
            if (code === null || visits === 0) return <path key={path} d={path} />
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the list has buttons for the same
              <path
                key={path}
                d={path}
                class={styles.visited}
                data-country={code}
                data-chosen={code === chosen}
                fillOpacity={strength(visits, most)}
                onClick={() => onChoose(code)}
              >
                <title>{`${format.country(code)}: ${format.number(visits)}`}</title>
              </path>
            )
          })}
        </svg>
      )}
    </Loaded>
  )
}

/** The opacity of a country, by the root, so that few visits differ visibly from none. */
const strength = (visits: number, most: number) => 0.2 + 0.8 * Math.sqrt(visits / most)
