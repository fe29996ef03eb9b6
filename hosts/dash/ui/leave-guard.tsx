import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ConfirmDialog } from './dialog.tsx'
import { askBeforeLeaving } from './navigation.ts'
import { useWords } from './words.tsx'

/**
 * While `isDirty`, asks before the user leaves the page by a link, a key or the palette, or closes it. Returns the dialog to draw.
 * @param onLeave called when the user leaves without saving
 */
export function useLeaveGuard(isDirty: boolean, onLeave?: () => void): ComponentChildren {
  const { words } = useWords()
  const { route } = useLocation()
  const [to, setTo] = useState<string>()
  const [isLeaving, setLeaving] = useState(false)
  const isGuarded = isDirty && !isLeaving
  useLayoutEffect(() => {
    if (!isGuarded) return
    const unload = (event: BeforeUnloadEvent) => event.preventDefault()
    const click = (event: MouseEvent) => {
      const anchor = event.target instanceof Element ? event.target.closest('a') : null
      const isOther = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
      if (!anchor || isOther || anchor.target || anchor.hasAttribute('download') || anchor.origin !== location.origin)
        return
      event.preventDefault()
      event.stopPropagation()
      setTo(anchor.pathname + anchor.search)
    }
    addEventListener('beforeunload', unload)
    document.addEventListener('click', click, { capture: true })
    const stop = askBeforeLeaving(setTo)
    return () => {
      removeEventListener('beforeunload', unload)
      document.removeEventListener('click', click, { capture: true })
      stop()
    }
  }, [isGuarded])
  useLayoutEffect(() => {
    if (!isLeaving || to === undefined) return
    onLeave?.()
    route(to)
  }, [isLeaving])
  if (to === undefined || isLeaving) return null
  return (
    <ConfirmDialog
      title={words.edit.leaveTitle}
      action={words.edit.leave}
      onCancel={() => setTo(undefined)}
      onConfirm={() => setLeaving(true)}
    >
      <p>{words.edit.leaveLoss}</p>
    </ConfirmDialog>
  )
}
