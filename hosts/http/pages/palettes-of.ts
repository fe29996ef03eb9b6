import { type BioColors, type BioTheme, contrast, textOn } from '@shortlink/core'
import { type Palette, themes } from './themes.ts'

/** Below this contrast a button gets an edge in the color of the text. */
const MIN_EDGE_CONTRAST = 1.5

/** The palettes of a page: of its theme, or one with the owner's colors in the shapes and fonts of the theme. */
export function palettesOf(theme: BioTheme, colors: BioColors | null): readonly Palette[] {
  if (colors === null) return themes[theme]
  const { background, text, button } = colors
  const onButton = textOn(button)
  return [
    {
      ...themes[theme][0],
      scheme: textOn(background) === '#ffffff' ? 'dark' : 'light',
      ground: background,
      sky: 'none',
      stops: [background],
      ink: text,
      muted: text,
      card: button,
      cardInk: onButton,
      cardMuted: onButton,
      line: contrast(button, background) < MIN_EDGE_CONTRAST ? text : button,
      tint: 'transparent',
      tintInk: onButton,
      accents: [button, button],
      accentInk: onButton,
      focus: text,
    },
  ]
}
