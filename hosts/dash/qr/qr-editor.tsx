import { isScannable } from '@shortlink/core'
import { useState } from 'preact/hooks'
import { type QrLook, qrSvg } from '../ui/browser/qr-svg.ts'
import { useDefaultLook } from '../ui/codes/use-default-look.ts'
import { useWords } from '../ui/words.tsx'
import { LookFields } from './look-fields.tsx'
import styles from './qr-editor.module.css'
import { SaveButtons } from './save-buttons.tsx'
import { StyleFields } from './style-fields.tsx'

interface QrEditorProps {
  /** Content of the code. */
  readonly url: string
  /** For the name of the file. */
  readonly name: string
}

/** Draws the code in the browser, at first in the default style. The logo leaves it only in a saved style. */
export function QrEditor({ url, name }: QrEditorProps) {
  const { words } = useWords()
  const start = useDefaultLook()
  const [own, setLook] = useState<QrLook>()
  const look = own ?? start
  const svg = qrSvg(url, look)
  return (
    <div class={styles.page}>
      <div class={`card ${styles.picture}`}>
        <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={words.qr.alt(url)} width="320" height="320" />
        <p class="small">
          <bdi>{url}</bdi>
        </p>
        {!isScannable(look.foreground, look.background) && (
          <p class="wrong" role="alert">
            {words.qr.lowContrast}
          </p>
        )}
      </div>
      <div class="card stack">
        <StyleFields look={look} onChoose={setLook}>
          <LookFields look={look} onChange={(part) => setLook((before = start) => ({ ...before, ...part }))} />
          <SaveButtons url={url} name={name} look={look} />
        </StyleFields>
      </div>
    </div>
  )
}
