import { useLocation } from 'preact-iso'

let navigations = 0
let guard: ((to: string) => void) | undefined

/** Counts a change of page; the first page is no change. */
export const countNavigation = () => {
  navigations += 1
}

/** Whether the user came to this page from another one of the dashboard. */
export const wasNavigated = () => navigations > 0

/** Hands the pages that keys and the palette lead to over to a question; returns the function that ends it. */
export function askBeforeLeaving(ask: (to: string) => void): () => void {
  guard = ask
  return () => {
    guard = undefined
  }
}

/** Leads to a page, after the question of the present one if it has unsaved changes. */
export function useGo(): (to: string) => void {
  const { route } = useLocation()
  return (to) => (guard ? guard(to) : route(to))
}
