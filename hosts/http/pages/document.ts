import type { BioColors, BioTheme } from '@shortlink/core'
import { type Content, Html, html } from './html.ts'
import { palettesOf } from './palettes-of.ts'
import { bioStylesheet } from './stylesheet.ts'
import type { Palette } from './themes.ts'

interface Page {
  readonly title: string
  readonly theme: BioTheme
  /** Colors of the owner instead of the ones of the theme. */
  readonly colors?: BioColors | null
  /** Default: the stylesheet of bio pages in the theme. */
  readonly stylesheet?: string
  readonly head?: Content
  /** The page's landmarks and its one h1. */
  readonly main: Html
}

/** A whole page: its head, its style, a footer. */
export function document(page: Page): string {
  const colors = page.colors ?? null
  const css = page.stylesheet ?? bioStylesheet(page.theme, colors)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<title dir="auto">${page.title}</title>
${page.head}
${themeColors(palettesOf(page.theme, colors))}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${new Html(css)}</style>
</head>
<body>
${page.main}
<footer><p>Powered by <b>shortlink</b></p></footer>
</body>
</html>
`.toString()
}

function themeColors(palettes: readonly Palette[]): Content {
  return palettes.map((palette) =>
    palettes.length === 1
      ? html`<meta name="theme-color" content="${palette.ground}">`
      : html`<meta name="theme-color" media="(prefers-color-scheme:${palette.scheme})" content="${palette.ground}">`,
  )
}
