import { useLayoutEffect, useRef } from 'preact/hooks'
import { isAddress } from '../../ui/text/is-address.ts'
import { pastedLines } from './pasted-lines.ts'

/**
 * Handles text pasted anywhere on the page except in fields and dialogs: one URL, or many lines. It also takes many lines from the first
 * field of the create form, which has one line. Does nothing without `onLines`.
 */
export function usePaste(onLines: ((text: string) => void) | undefined, onAddress: (address: string) => void) {
  const current = useRef({ onLines, onAddress })
  current.current = { onLines, onAddress }
  useLayoutEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { onLines, onAddress } = current.current
      const { target, clipboardData } = event
      if (onLines === undefined || !(target instanceof Element) || document.querySelector('dialog[open]')) return
      const isField = target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
      if (isField && target.closest('[data-create]') === null) return
      const text = clipboardData?.getData('text').trim() ?? ''
      const isMany = pastedLines(text).length > 1
      if (isMany) onLines(text)
      else if (!isField && isAddress(text)) onAddress(text)
      else return
      event.preventDefault()
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [])
}
