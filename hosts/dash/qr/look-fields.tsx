import { MAX_ROUNDNESS, type QrLook } from '../ui/browser/qr-svg.ts'
import { Check, Field, Select } from '../ui/field.tsx'
import { useWords } from '../ui/words.tsx'
import { LogoField } from './logo-field.tsx'
import styles from './qr-editor.module.css'

/** The most that the server draws and stores. */
const MAX_MARGIN = 10
const MAX_CAPTION_LENGTH = 40

interface LookFieldsProps {
  readonly look: QrLook
  readonly onChange: (part: Partial<QrLook>) => void
}

/** How the code is drawn: colors, margin, correction, roundness, logo, frame and caption. */
export function LookFields({ look, onChange }: LookFieldsProps) {
  const { words } = useWords()
  return (
    <>
      <div class={styles.fields}>
        <Field
          label={words.qr.foreground}
          type="color"
          value={look.foreground}
          onInput={(foreground) => onChange({ foreground })}
        />
        <Field
          label={words.qr.background}
          type="color"
          value={look.background}
          onInput={(background) => onChange({ background })}
        />
        <Field
          label={words.qr.margin}
          type="number"
          min={0}
          max={MAX_MARGIN}
          hint={words.qr.marginHint}
          value={String(look.margin)}
          onInput={(margin) => onChange({ margin: Math.max(0, Math.min(MAX_MARGIN, Math.trunc(Number(margin)) || 0)) })}
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
          onChange={(ecc) => onChange({ ecc: ecc as QrLook['ecc'] })}
        />
      </div>
      <Field
        label={words.qr.roundness}
        type="range"
        class={styles.slider}
        min={0}
        max={MAX_ROUNDNESS}
        step={0.1}
        value={String(look.roundness)}
        onInput={(roundness) => onChange({ roundness: Number(roundness) })}
      />
      <LogoField logo={look.logo} onChange={(logo) => onChange({ logo })} />
      <Check label={words.qr.frame} checked={look.hasFrame} onChange={(hasFrame) => onChange({ hasFrame })} />
      {look.hasFrame && (
        <Field
          label={words.qr.caption}
          placeholder={words.qr.captionExample}
          autocomplete="off"
          maxLength={MAX_CAPTION_LENGTH}
          value={look.caption}
          onInput={(caption) => onChange({ caption })}
        />
      )}
    </>
  )
}
