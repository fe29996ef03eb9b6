import { useLocation } from 'preact-iso'

type Leave = () => void

const firstPath = location.pathname
let hasNavigated = false
/** The confirmation of a page with unsaved changes, and the URL of that page. */
let guard: { readonly ask: (leave: Leave) => void; readonly address: string } | undefined

/** The page's path and query. */
export const currentAddress = () => location.pathname + location.search

// Added before the router renders: the router listens too and would show the other page, and listeners run in the order of their addition.
addEventListener('popstate', (event) => {
  if (guard === undefined || currentAddress() === guard.address) return
  event.stopImmediatePropagation()
  // The page's own URL becomes the entry after the target of Back or Forward, so that Back then opens that target.
  history.pushState(null, '', guard.address)
  guard.ask(() => history.back())
})

/**
 * Whether the user came to this page from another one of the dashboard. Call it on each page, since the user may come back to the first.
 */
export function wasNavigated(): boolean {
  hasNavigated ||= location.pathname !== firstPath
  return hasNavigated
}

/**
 * Intercepts leaving the page (keys, the palette, the browser's history, signing out) with a confirmation; returns the function that ends
 * it.
 */
export function askBeforeLeaving(ask: (leave: Leave) => void): () => void {
  guard = { ask, address: currentAddress() }
  return () => {
    guard = undefined
  }
}

/** Leaves the page, after the page's confirmation if it has unsaved changes. */
export const leaveBy = (leave: Leave) => (guard ? guard.ask(leave) : leave())

/** Opens a page, after the current page's confirmation if it has unsaved changes. */
export function useGo(): (to: string) => void {
  const { route } = useLocation()
  return (to) => leaveBy(() => route(to))
}
