/**
 * A click handler that ignores the second click of a double-click: it may come before the button is disabled, or hit a button that replaced
 * the intended one.
 */
export const firstClick = (act: (() => unknown) | undefined) => (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault()
  else act?.()
}
