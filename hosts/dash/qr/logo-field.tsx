import { useId, useState } from 'preact/hooks'
import { dataUrlOf } from '../ui/browser/raster.ts'
import { useWords } from '../ui/words.tsx'

/** Larger logos would create files that phones struggle with. */
const MAX_LOGO_BYTES = 1024 * 1024

interface LogoFieldProps {
  readonly logo: string | undefined
  readonly onChange: (logo: string | undefined) => void
}

/** A picture from disk for the middle of the code; it stays in the browser until it is saved in a style. */
export function LogoField({ logo, onChange }: LogoFieldProps) {
  const { words } = useWords()
  const id = useId()
  const [fault, setFault] = useState<string>()
  const choose = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_LOGO_BYTES) return setFault(words.qr.logoTooLarge)
    const url = await dataUrlOf(file)
    setFault(url === undefined ? words.qr.logoUnreadable : undefined)
    if (url !== undefined) onChange(url)
  }
  return (
    <div class="stack tight">
      <label for={id}>{words.qr.logo}</label>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/svg+xml,image/webp"
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-hint ${id}-fault`}
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      <p id={`${id}-hint`} class="muted small">
        {words.qr.logoHint}
      </p>
      <p id={`${id}-fault`} class="wrong small" role="alert" hidden={fault === undefined}>
        {fault}
      </p>
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
