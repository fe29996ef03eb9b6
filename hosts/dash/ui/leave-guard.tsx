import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ConfirmDialog } from './dialog.tsx'
import { useWords } from './words.tsx'

/** While `isDirty`, asks before the user leaves the page. Returns the dialog to draw. */
export function useLeaveGuard(isDirty: boolean): ComponentChildren {
  const { words } = useWords()
  const { route } = useLocation()
  const [to, setTo] = useState<string>()
  useEffect(() => {
    if (!isDirty) return
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
    return () => {
      removeEventListener('beforeunload', unload)
      document.removeEventListener('click', click, { capture: true })
    }
  }, [isDirty])
  if (to === undefined) return null
  return (
    <ConfirmDialog
      title={words.edit.leaveTitle}
      action={words.edit.leave}
      onCancel={() => setTo(undefined)}
      onConfirm={() => route(to)}
    >
      <p>{words.edit.leaveLoss}</p>
    </ConfirmDialog>
  )
}
