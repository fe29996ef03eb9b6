import { isScannable } from '@shortlink/core'
import { Download } from 'lucide'
import { useId, useState } from 'preact/hooks'
import { CopyButton } from '../ui/copy.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { MAX_ROUNDNESS, PLAIN_LOOK, type QrLook, qrSvg } from '../ui/qr-svg.ts'
import { dataAddressOf, pngOf } from '../ui/raster.ts'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './qr-editor.module.css'

const SIZES_PX = ['256', '512', '1024', '2048', '4096']

interface QrEditorProps {
  /** What the code says. */
  readonly url: string
  /** For the name of the file. */
  readonly name: string
}

/** Draws the code in the browser, with a logo that never leaves it. */
export function QrEditor({ url, name }: QrEditorProps) {
  const { words } = useWords()
  const [look, setLook] = useState<QrLook>(PLAIN_LOOK)
  const [size, setSize] = useState('1024')
  const svg = qrSvg(url, look)
  const set = (part: Partial<QrLook>) => setLook((before) => ({ ...before, ...part }))
  const savePng = async () => {
    const png = await pngOf(svg, Number(size))
    if (png) saveFile(`${name}.png`, png)
    else toast(words.qr.failed)
  }
  return (
    <div class={styles.page}>
      <div class={`card ${styles.picture}`}>
        <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={words.qr.alt(url)} width="320" height="320" />
        {!isScannable(look.foreground, look.background) && (
          <p class="wrong" role="alert">
            {words.qr.lowContrast}
          </p>
        )}
      </div>
      <div class="card stack">
        <div class={styles.fields}>
          <Color label={words.qr.foreground} value={look.foreground} onChange={(foreground) => set({ foreground })} />
          <Color label={words.qr.background} value={look.background} onChange={(background) => set({ background })} />
        </div>
        <div class={styles.fields}>
          <Field
            label={words.qr.margin}
            type="number"
            min={0}
            max={16}
            value={String(look.margin)}
            onInput={(margin) => set({ margin: Math.max(0, Math.min(16, Math.trunc(Number(margin)) || 0)) })}
          />
          <Select
            label={words.qr.ecc}
            value={look.logo === undefined ? look.ecc : 'H'}
            options={[
              ['L', '7 %'],
              ['M', '15 %'],
              ['Q', '25 %'],
              ['H', '30 %'],
            ]}
            onChange={(ecc) => set({ ecc: ecc as QrLook['ecc'] })}
          />
        </div>
        <Field
          label={words.qr.roundness}
          type="range"
          min={0}
          max={MAX_ROUNDNESS}
          step={0.1}
          value={String(look.roundness)}
          onInput={(roundness) => set({ roundness: Number(roundness) })}
        />
        <Logo logo={look.logo} onChange={(logo) => set({ logo })} />
        <div class={styles.fields}>
          <Select
            label={words.qr.size}
            value={size}
            options={SIZES_PX.map((px) => [px, `${px} px`])}
            onChange={setSize}
          />
        </div>
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
          <CopyButton wide text={`${url}/qr.svg`} label={words.qr.copyAddress} />
        </div>
        <p class="muted small">{words.qr.serverHint}</p>
      </div>
    </div>
  )
}

interface ColorProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const Color = (props: ColorProps) => (
  <Field label={props.label} type="color" value={props.value} onInput={props.onChange} />
)

/** Logos above this would make files that phones struggle with. */
const MAX_LOGO_BYTES = 1024 * 1024

interface LogoProps {
  readonly logo: string | undefined
  readonly onChange: (logo: string | undefined) => void
}

function Logo({ logo, onChange }: LogoProps) {
  const { words } = useWords()
  const id = useId()
  const choose = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_LOGO_BYTES) return toast(words.qr.logoTooLarge)
    const address = await dataAddressOf(file)
    if (address === undefined) toast(words.qr.logoUnreadable)
    else onChange(address)
  }
  return (
    <div class="stack tight">
      <label for={id}>{words.qr.logo}</label>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/svg+xml,image/webp"
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      <p class="muted small">{words.qr.logoHint}</p>
      {logo !== undefined && (
        <div>
          <button type="button" class="button" onClick={() => onChange(undefined)}>
            {words.qr.removeLogo}
          </button>
        </div>
      )}
    </div>
  )
}
