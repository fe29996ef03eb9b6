import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Loaded } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'
import type { Breakdown } from '../numbers.ts'
import { worldMap } from '../queries.ts'
import styles from './cards.module.css'
import { stepOf } from './steps.ts'
import { StepsLegend } from './steps-legend.tsx'

interface CountryMapProps {
  readonly breakdown: Breakdown
  readonly chosen: string | undefined
  readonly onChoose: ((code: string) => void) | undefined
}

interface Pointed {
  readonly code: string
  /** The place of the pointer in percent of the map. */
  readonly x: number
  readonly y: number
}

/**
 * World map with stronger colors for countries with more visits; a click filters by country. The tab with the list has the same numbers, and
 * buttons for the keyboard.
 */
export function CountryMap({ breakdown, chosen, onChoose }: CountryMapProps) {
  const { words, format } = useWords()
  const world = useQuery(worldMap)
  const [pointed, setPointed] = useState<Pointed>()
  const hits = new Map(breakdown.rows.map((row) => [row.value, row.hits]))
  const most = Math.max(0, ...breakdown.rows.filter(({ value }) => value !== null).map((row) => row.hits))
  const unknown = hits.get(null) ?? 0
  const move = ({ target, clientX, clientY, currentTarget }: PointerEvent & { readonly currentTarget: Element }) => {
    const code = target instanceof Element ? target.getAttribute('data-country') : null
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const [x, y] = [((clientX - left) / width) * 100, ((clientY - top) / height) * 100]
    setPointed(code === null ? undefined : { code, x, y })
  }
  return (
    <Loaded query={world} height="16rem">
      {({ width, height, shapes }) => (
        <div class={styles.world}>
          <svg
            class={styles.map}
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={words.visits.map}
            onPointerMove={move}
            onPointerLeave={() => setPointed(undefined)}
          >
            {shapes.map(({ code, path }) => {
              const visits = code === null ? 0 : (hits.get(code) ?? 0)
              if (code === null || visits === 0) return <path key={path} d={path} />
              return (
                // biome-ignore lint/a11y/noStaticElementInteractions: the list has buttons for the same
                <path
                  key={path}
                  d={path}
                  data-country={code}
                  data-step={stepOf(visits, most)}
                  data-chosen={code === chosen}
                  data-pressable={onChoose && ''}
                  onClick={() => onChoose?.(code)}
                />
              )
            })}
          </svg>
          {most > 0 && <StepsLegend most={most} />}
          {unknown > 0 && (
            <p class="muted small number">
              {words.visits.unknown}: {format.number(unknown)}
            </p>
          )}
          {pointed && (
            <p
              class={`small ${styles.tip}`}
              aria-hidden="true"
              style={{
                left: `${pointed.x}%`,
                top: `${pointed.y}%`,
                transform: `translate(-${pointed.x}%, ${pointed.y > 50 ? '-130%' : '80%'})`,
              }}
            >
              {format.country(pointed.code)}:{' '}
              <strong class="number">{format.number(hits.get(pointed.code) ?? 0)}</strong>
            </p>
          )}
        </div>
      )}
    </Loaded>
  )
}
