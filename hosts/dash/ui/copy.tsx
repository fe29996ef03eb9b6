import { Check, Copy } from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { toast } from './toast.tsx'
import { useWords } from './words.tsx'

const SHOWN_MS = 2_000

/**
 * Copies a text; false if the browser refuses. Over plain http, except on loopback hosts, scripts have no clipboard, so this copies a
 * selected field as the keyboard does.
 */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  }
  const field = document.createElement('textarea')
  field.value = text
  const opener = document.activeElement
  const inside = document.querySelector('dialog[open]') ?? document.body
  inside.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (opener instanceof HTMLElement) opener.focus()
  return isCopied
}

/** Copies a text with a notice, or shows the text if the browser refuses; returns whether it was copied. */
export function useCopy() {
  const { words } = useWords()
  return async (text: string, said = words.common.copied(text)) => {
    const isCopied = await copyText(text)
    toast(isCopied ? said : words.common.copyFailed(text))
    return isCopied
  }
}

interface CopyButtonProps {
  readonly text: string
  /** Description of the copied text, for screen readers. */
  readonly label: string
  /** Shows the label next to the icon. */
  readonly wide?: boolean
  /** Omits the text from the confirmation: it is long, or a secret. */
  readonly quiet?: boolean
}

/** Copies a text and shows for two seconds that it did. */
export function CopyButton({ text, label, wide = false, quiet = false }: CopyButtonProps) {
  const { words } = useWords()
  const copyAndSay = useCopy()
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyAndSay(text, quiet ? words.common.copiedIt : undefined)) setCopied((count) => count + 1)
  }
  return (
    <button
      type="button"
      class={wide ? 'button' : 'button plain'}
      aria-label={label}
      data-tooltip={wide ? undefined : label}
      onClick={copy}
    >
      <Icon of={copied > 0 ? Check : Copy} />
      {wide && <span>{label}</span>}
    </button>
  )
}
