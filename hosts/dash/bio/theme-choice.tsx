import type { BioTheme } from '@shortlink/core'
import { useId } from 'preact/hooks'
import { THEME_NAMES, themes } from '../../http/pages/themes.ts'
import { useWords } from '../ui/words.tsx'
import styles from './theme-choice.module.css'

interface ThemeChoiceProps {
  readonly value: BioTheme
  readonly onChange: (theme: BioTheme) => void
}

/** The themes of bio pages with their colors. */
export function ThemeChoice({ value, onChange }: ThemeChoiceProps) {
  const { words } = useWords()
  const name = useId()
  return (
    <fieldset>
      <legend>{words.bio.theme}</legend>
      <div class={styles.themes}>
        {THEME_NAMES.map((theme) => (
          <label key={theme} class={styles.theme}>
            <input
              type="radio"
              class="visually-hidden"
              name={name}
              value={theme}
              checked={theme === value}
              onChange={() => onChange(theme)}
            />
            <Swatch theme={theme} />
            <span>{words.bio.themes[theme]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A small picture of a page in the theme. */
export function Swatch({ theme }: { readonly theme: BioTheme }) {
  const [first, second] = themes[theme]
  const { card, cardBorder, line, accents, stops } = first
  const ground =
    second === undefined
      ? `linear-gradient(165deg, ${[...stops, stops.at(-1)].join(', ')})`
      : `linear-gradient(105deg, ${first.ground} 50%, ${second.ground} 50%)`
  const bar = { background: card, border: `${cardBorder} solid ${line}` }
  return (
    <span class={styles.swatch} style={{ background: ground }} aria-hidden="true">
      <span style={{ background: `linear-gradient(140deg, ${accents.join(', ')})` }} />
      <span style={bar} />
      <span style={bar} />
    </span>
  )
}
