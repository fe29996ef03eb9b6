import { type BioColors, type BioTheme, MIN_TEXT_CONTRAST } from '@shortlink/core'
import { themes } from '../../http/pages/themes.ts'
import { Check, Field } from '../ui/field.tsx'
import { useWords } from '../ui/words.tsx'
import { contrastOf } from './draft-faults.ts'
import styles from './editor.module.css'

interface ColorsFieldProps {
  readonly colors: BioColors | null
  /** Its colors are the first suggestion. */
  readonly theme: BioTheme
  readonly fault: string | undefined
  readonly onChange: (colors: BioColors | null) => void
}

/** Own colors instead of the ones of the theme. The contrast of the text shows as soon as it is too low; saving is refused then. */
export function ColorsField({ colors, theme, fault, onChange }: ColorsFieldProps) {
  const { words } = useWords()
  const [{ ground, ink, tintInk }] = themes[theme]
  const isLow = colors !== null && contrastOf(colors) < MIN_TEXT_CONTRAST
  return (
    <div class="stack tight">
      <Check
        label={words.bio.ownColors}
        checked={colors !== null}
        onChange={(isOwn) => onChange(isOwn ? { background: ground, text: ink, button: tintInk } : null)}
      />
      {colors && (
        <>
          <div class={styles.colors}>
            <Field
              label={words.bio.background}
              type="color"
              value={colors.background}
              onInput={(background) => onChange({ ...colors, background })}
            />
            <Field
              label={words.bio.textColor}
              type="color"
              value={colors.text}
              fault={fault}
              onInput={(text) => onChange({ ...colors, text })}
            />
            <Field
              label={words.bio.button}
              type="color"
              value={colors.button}
              onInput={(button) => onChange({ ...colors, button })}
            />
          </div>
          <p class={`small ${isLow ? 'wrong' : 'muted'}`} role="status">
            {words.bio.contrast(contrastOf(colors), MIN_TEXT_CONTRAST)}
          </p>
        </>
      )}
    </div>
  )
}
