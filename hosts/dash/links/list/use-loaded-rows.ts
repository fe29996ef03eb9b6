import { useQueries } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import type { Range } from '../../ui/hooks/use-visible-range.ts'
import { type ListFilter, linksPage, PAGE_SIZE, type Row } from '../queries.ts'

const pageOf = (at: number) => Math.floor(at / PAGE_SIZE)

/**
 * The links at the rendered positions, the ids of each loaded page, and the query of a failed page. A page is requested when it was in view
 * at rest; earlier pages come from the cache, even while the list moves.
 */
export function useLoadedRows(filter: ListFilter, places: readonly number[], rested: Range) {
  const numbers = [...new Set(places.map(pageOf))]
  const pages = useQueries({
    queries: numbers.map((number) => ({
      ...linksPage(filter, number),
      enabled: number >= pageOf(rested.first) && number <= pageOf(Math.max(rested.first, rested.end - 1)),
    })),
  })
  const failed = pages.find(({ error, data }) => error !== null && data === undefined)
  const loaded = pages.map((page) => page.data?.items)
  const found = useMemo(() => {
    const rows = new Map<number, Row>()
    loaded.forEach((items, index) => {
      const start = (numbers[index] ?? 0) * PAGE_SIZE
      items?.forEach((item, offset) => void rows.set(start + offset, item))
    })
    return { rows, ids: loaded.map((items) => items?.map(({ id }) => id) ?? []) }
  }, [numbers.join(), ...loaded])
  return { ...found, failed }
}
