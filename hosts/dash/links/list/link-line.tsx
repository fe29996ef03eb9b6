import { useQuery } from '@tanstack/preact-query'
import { useContext } from 'preact/hooks'
import { Sparkline } from '../../ui/sparkline.tsx'
import { useWords } from '../../ui/words.tsx'
import { lines } from '../queries.ts'
import { LineIds } from './line-ids.ts'

/** Sparkline of a link's visits in the last 30 days. One request covers all rows of a page. */
export function LinkLine({ id }: { readonly id: string }) {
  const { words, format } = useWords()
  const ids = useContext(LineIds)
  const { data } = useQuery(lines(ids.find((page) => page.includes(id)) ?? []))
  const days = data?.get(id)
  if (days === undefined) return <svg width="120" height="28" aria-hidden="true" />
  const sum = days.reduce((total, count) => total + count, 0)
  return <Sparkline values={days} label={words.links.line(format.number(sum))} />
}
