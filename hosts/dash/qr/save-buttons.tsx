import { Download, Image } from 'lucide'
import { useState } from 'preact/hooks'
import { type QrLook, qrSvg } from '../ui/browser/qr-svg.ts'
import { copyPng, pngOf } from '../ui/browser/raster.ts'
import { saveFile } from '../ui/browser/save-file.ts'
import { CopyButton } from '../ui/copy.tsx'
import { Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { pdfOf, printedPng, printPx } from './print.ts'
import { serverAddress } from './server-address.ts'

const SIZES_PX = ['256', '512', '1024', '2048', '4096']
/** Widths on paper. */
const SIZES_MM = ['20', '30', '50', '80', '100', '200']
/** A PDF without a chosen width on paper has this one. */
const DEFAULT_MM = 50

interface SaveButtonsProps {
  readonly url: string
  readonly name: string
  readonly look: QrLook
}

/** Saves the code as PNG, SVG or PDF for screens and paper, and copies it as an image or as the URL of the server's image. */
export function SaveButtons({ url, name, look }: SaveButtonsProps) {
  const { words } = useWords()
  const [size, setSize] = useState('1024')
  const mm = size.endsWith('mm') ? Number.parseInt(size, 10) : undefined
  const px = mm === undefined ? Number(size) : printPx(mm)
  const svg = qrSvg(url, look, mm)
  const save = async (extension: string, file: Blob | undefined | Promise<Blob | undefined>) => {
    const made = await file
    if (made) saveFile(`${name}.${extension}`, made)
    else toast(words.qr.failed)
  }
  const copy = async () => toast((await copyPng(svg, px)) ? words.qr.pictureCopied : words.qr.failed)
  return (
    <>
      <Select
        label={words.qr.size}
        value={size}
        options={[
          ...SIZES_PX.map((px) => [px, `${px} px`] as const),
          ...SIZES_MM.map((mm) => [`${mm}mm`, words.qr.print(Number(mm), printPx(Number(mm)))] as const),
        ]}
        onChange={setSize}
      />
      <div class="cluster">
        <button
          type="button"
          class="button primary"
          onClick={() => void save('png', mm === undefined ? pngOf(svg, px) : printedPng(svg, mm))}
        >
          <Icon of={Download} /> PNG
        </button>
        <button
          type="button"
          class="button"
          onClick={() => void save('svg', new Blob([svg], { type: 'image/svg+xml' }))}
        >
          <Icon of={Download} /> SVG
        </button>
        <button type="button" class="button" onClick={() => void save('pdf', pdfOf(svg, mm ?? DEFAULT_MM))}>
          <Icon of={Download} /> PDF
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
