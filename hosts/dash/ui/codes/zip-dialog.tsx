import { useQuery } from '@tanstack/preact-query'
import { Download } from 'lucide'
import { useEffect, useRef, useState } from 'preact/hooks'
import { PLAIN_LOOK, qrSvg } from '../browser/qr-svg.ts'
import { pngOf } from '../browser/raster.ts'
import { saveFile } from '../browser/save-file.ts'
import { Dialog } from '../dialog.tsx'
import { Select } from '../field.tsx'
import { Icon } from '../icon.tsx'
import { toast } from '../toast.tsx'
import { useWords } from '../words.tsx'
import { lookOf } from './look-of-style.ts'
import { defaultStyle, qrStyles } from './queries.ts'
import { type ZipEntry, zipOf } from './zip.ts'

/** The archive is made in memory. */
const MAX_CODES = 1000
const SIZE_PX = 1024

interface ZipDialogProps {
  readonly urls: readonly string[]
  readonly onClose: () => void
}

/** Saves QR codes of many links as one ZIP file, in a saved style, at first the default one. */
export function ZipDialog({ urls, onClose }: ZipDialogProps) {
  const { words, format } = useWords()
  const { data: styles = [] } = useQuery(qrStyles)
  const defaultId = useQuery(defaultStyle).data?.id
  const [chosenId, setStyle] = useState<string>()
  const style = chosenId ?? defaultId ?? ''
  const [kind, setKind] = useState('png')
  const [done, setDone] = useState<number>()
  const isClosed = useRef(false)
  useEffect(
    () => () => {
      isClosed.current = true
    },
    [],
  )
  const shown = urls.slice(0, MAX_CODES)
  const save = async () => {
    const chosen = styles.find(({ id }) => id === style)
    const look = chosen ? lookOf(chosen) : PLAIN_LOOK
    const entries: ZipEntry[] = []
    for (const url of shown) {
      if (isClosed.current) return
      setDone(entries.length)
      const svg = qrSvg(url, look)
      const file = kind === 'png' ? await pngOf(svg, SIZE_PX) : new Blob([svg])
      if (!file) return toast(words.qr.failed)
      entries.push({ name: `${fileName(url)}.${kind}`, content: new Uint8Array(await file.arrayBuffer()) })
    }
    saveFile('qr-codes.zip', zipOf(entries))
    onClose()
  }
  return (
    <Dialog title={words.qr.zipTitle(shown.length, format.number(shown.length))} onClose={onClose}>
      {urls.length > MAX_CODES && <p class="wrong">{words.qr.zipTooMany(format.number(MAX_CODES))}</p>}
      {styles.length > 0 && (
        <Select
          label={words.qr.style}
          value={style}
          options={[['', words.qr.noStyle], ...styles.map(({ id, name }) => [id, name] as const)]}
          onChange={setStyle}
        />
      )}
      <Select
        label={words.qr.format}
        value={kind}
        options={[
          ['png', `PNG, ${SIZE_PX} px`],
          ['svg', 'SVG'],
        ]}
        onChange={setKind}
      />
      <p class="muted small" role="status">
        {done !== undefined && words.qr.zipProgress(format.number(done), format.number(shown.length))}
      </p>
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {words.common.cancel}
        </button>
        <button
          type="button"
          class="button primary"
          disabled={done !== undefined}
          aria-busy={done !== undefined}
          onClick={() => void save().finally(() => setDone(undefined))}
        >
          <Icon of={Download} /> {words.qr.zipSave}
        </button>
      </div>
    </Dialog>
  )
}

/** Unique, like the URL, and valid on every file system. */
const fileName = (url: string) => url.replace(/^https?:\/\//, '').replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
