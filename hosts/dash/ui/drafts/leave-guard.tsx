import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { askBeforeLeaving, currentAddress } from '../browser/navigation.ts'
import { ConfirmDialog } from '../dialog.tsx'
import { useWords } from '../words.tsx'

/**
 * While `isDirty`, shows a confirmation before the user leaves the page by a link, a key, the palette, the browser's history or by signing
 * out, or closes it. Returns the dialog to render.
 * @param onLeave called when the user leaves without saving
 */
export function useLeaveGuard(isDirty: boolean, onLeave?: () => void): ComponentChildren {
  const { words } = useWords()
  const { route } = useLocation()
  const [held, setHeld] = useState<{ readonly leave: () => void }>()
  const [isLeaving, setLeaving] = useState(false)
  const isGuarded = isDirty && !isLeaving
  useLayoutEffect(() => {
    if (!isGuarded) return
    const hold = (leave: () => void) => setHeld({ leave })
    const stops = [holdUnload(), holdLinks((to) => hold(() => route(to))), askBeforeLeaving(hold)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [isGuarded])
  useLayoutEffect(() => {
    if (!isLeaving) return
    onLeave?.()
    held?.leave()
  }, [isLeaving])
  if (held === undefined || isLeaving) return null
  return (
    <ConfirmDialog
      title={words.edit.leaveTitle}
      action={words.edit.leave}
      isLocal
      onCancel={() => setHeld(undefined)}
      onConfirm={() => setLeaving(true)}
    >
      <p>{words.edit.leaveLoss}</p>
    </ConfirmDialog>
  )
}

function holdUnload() {
  const unload = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', unload)
  return () => removeEventListener('beforeunload', unload)
}

/** Prevents links from opening another page of the dashboard, and reports their URLs. */
function holdLinks(onLink: (to: string) => void) {
  const click = (event: MouseEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null
    const isOther = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
    if (!anchor || isOther || anchor.target || anchor.hasAttribute('download') || anchor.origin !== location.origin)
      return
    const to = anchor.pathname + anchor.search
    if (to === currentAddress()) return
    event.preventDefault()
    event.stopPropagation()
    onLink(to)
  }
  document.addEventListener('click', click, { capture: true })
  return () => document.removeEventListener('click', click, { capture: true })
}
