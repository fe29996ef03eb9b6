import type { BioTheme } from '@shortlink/core'
import { type Content, Html, html } from './html.ts'
import { stylesheets } from './stylesheet.ts'
import { themes } from './themes.ts'

/** A whole page: its head, the theme's style, a footer. `main` has the page's landmarks and its one h1. */
export function document(page: { title: string; theme: BioTheme; head?: Content; main: Html }): string {
  const { css } = stylesheets[page.theme]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<title dir="auto">${page.title}</title>
${page.head}
${themeColors(page.theme)}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${new Html(css)}</style>
</head>
<body>
${page.main}
<footer><p>Made with <b>shortlink</b></p></footer>
</body>
</html>
`.toString()
}

/** Headers of every page: no script, no frame, no sniffing, and nothing but its own style. */
export const pageHeaders = (theme: BioTheme) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': stylesheets[theme].policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
})

function themeColors(theme: BioTheme): Content {
  const palettes = themes[theme]
  return palettes.map((palette) =>
    palettes.length === 1
      ? html`<meta name="theme-color" content="${palette.ground}">`
      : html`<meta name="theme-color" media="(prefers-color-scheme:${palette.scheme})" content="${palette.ground}">`,
  )
}
