/**
 * A handler of clicks that leaves out the second click of a double-click: it may come before the button is disabled, or hit a button that took
 * the place of the one that was meant.
 */
export const firstClick = (act: (() => unknown) | undefined) => (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault()
  else act?.()
}
