import { Download } from 'lucide'
import { qrSvg } from '../ui/browser/qr-svg.ts'
import { pngOf } from '../ui/browser/raster.ts'
import { saveFile } from '../ui/browser/save-file.ts'
import { useDefaultLook } from '../ui/codes/use-default-look.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './editor.module.css'

const SIZE_PX = 1024

interface QrDialogProps {
  readonly url: string
  /** Name of the downloaded files. */
  readonly name: string
  readonly onClose: () => void
}

/** The QR code of a page in the default style, to save. */
export function QrDialog({ url, name, onClose }: QrDialogProps) {
  const { words } = useWords()
  const svg = qrSvg(url, useDefaultLook())
  const savePng = async () => {
    const png = await pngOf(svg, SIZE_PX)
    if (png) saveFile(`${name}.png`, png)
    else toast(words.qr.failed)
  }
  return (
    <Dialog title={words.bio.qr} onClose={onClose}>
      <img
        class={styles.code}
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={words.qr.alt(url)}
        width="320"
        height="320"
      />
      <p class="muted small">
        <bdi>{url}</bdi>
      </p>
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {words.common.close}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => saveFile(`${name}.svg`, new Blob([svg], { type: 'image/svg+xml' }))}
        >
          <Icon of={Download} /> SVG
        </button>
        <button type="button" class="button primary" onClick={() => void savePng()}>
          <Icon of={Download} /> PNG
        </button>
      </div>
    </Dialog>
  )
}
