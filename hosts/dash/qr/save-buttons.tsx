import { Download, Image } from 'lucide'
import { useState } from 'preact/hooks'
import type { QrLook } from '../ui/browser/qr-svg.ts'
import { copyPng, pngOf } from '../ui/browser/raster.ts'
import { saveFile } from '../ui/browser/save-file.ts'
import { CopyButton } from '../ui/copy.tsx'
import { Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { serverAddress } from './server-address.ts'

const SIZES_PX = ['256', '512', '1024', '2048', '4096']

interface SaveButtonsProps {
  readonly url: string
  readonly name: string
  readonly svg: string
  readonly look: QrLook
}

/** Saves the code as PNG or SVG, and copies it as an image or as the URL of the server's image. */
export function SaveButtons({ url, name, svg, look }: SaveButtonsProps) {
  const { words } = useWords()
  const [size, setSize] = useState('1024')
  const savePng = async () => {
    const png = await pngOf(svg, Number(size))
    if (png) saveFile(`${name}.png`, png)
    else toast(words.qr.failed)
  }
  const copy = async () => toast((await copyPng(svg, Number(size))) ? words.qr.pictureCopied : words.qr.failed)
  return (
    <>
      <Select label={words.qr.size} value={size} options={SIZES_PX.map((px) => [px, `${px} px`])} onChange={setSize} />
      <div class="cluster">
        <button type="button" class="button primary" onClick={() => void savePng()}>
          <Icon of={Download} /> PNG
        </button>
        <button
          type="button"
          class="button"
          onClick={() => saveFile(`${name}.svg`, new Blob([svg], { type: 'image/svg+xml' }))}
        >
          <Icon of={Download} /> SVG
        </button>
        {/* Over plain http, except on loopback hosts, there is no clipboard for images. */}
        {navigator.clipboard !== undefined && (
          <button type="button" class="button" onClick={() => void copy()}>
            <Icon of={Image} /> {words.qr.copyPicture}
          </button>
        )}
        <CopyButton wide text={serverAddress(url, look)} label={words.qr.copyAddress} />
      </div>
      <p class="muted small">{words.qr.serverHint}</p>
    </>
  )
}
