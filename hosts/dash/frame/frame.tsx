import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { OfflineBanner } from '../account/offline-banner.tsx'
import { SessionDialog } from '../account/session-dialog.tsx'
import { useShortcuts } from '../shortcuts.ts'
import { useChunk } from '../ui/hooks/use-chunk.ts'
import { Toasts } from '../ui/toast.tsx'
import { Tooltips } from '../ui/tooltip.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './frame.module.css'
import { Navigation } from './navigation.tsx'
import { Palette } from './palette.tsx'
import { ProgressLine } from './progress-line.tsx'

interface FrameProps {
  /** Whether the script of a page is loading. */
  readonly isLoading: boolean
  readonly children: ComponentChildren
}

/** The frame around every page of a signed-in user: navigation, toasts, and the dialogs that any page may need. */
export function Frame({ isLoading, children }: FrameProps) {
  const { words } = useWords()
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const KeysList = useChunk(open === 'keys', () => import('./keys-list.tsx').then((chunk) => chunk.KeysList))
  const close = () => setOpen(undefined)
  useShortcuts({ openPalette: () => setOpen('palette'), openKeys: () => setOpen('keys') })
  return (
    <div class={styles.frame}>
      <a class="button skip" href="#main">
        {words.frame.skip}
      </a>
      <ProgressLine isLoading={isLoading} />
      <Navigation onSearch={() => setOpen('palette')} onKeys={() => setOpen('keys')} />
      <main id="main" class={styles.main} tabIndex={-1}>
        <OfflineBanner />
        {children}
      </main>
      <Toasts />
      <Tooltips />
      <SessionDialog />
      {open === 'palette' && <Palette onClose={close} onKeys={() => setOpen('keys')} />}
      {KeysList && <KeysList onClose={close} />}
    </div>
  )
}
