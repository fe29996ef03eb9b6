import type { BioColors, BioTheme } from '@shortlink/core'
import { palettesOf } from './palettes-of.ts'
import { type Palette, THEME_NAMES, themes } from './themes.ts'

/** Styles of all pages. */
const COMMON = `
*,::before,::after{box-sizing:border-box;margin:0;padding:0}
html{background:var(--ground);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{min-height:100vh;min-height:100svh;display:flex;flex-direction:column;color:var(--ink);font:400 1rem/1.5 var(--font);overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
body::before{content:'';position:fixed;inset:0;z-index:-1;background:var(--sky)}
main{flex:1;width:100%;max-width:36rem;margin:0 auto;padding:clamp(2.75rem,9vh,5.5rem) max(1.25rem,env(safe-area-inset-right)) 3rem max(1.25rem,env(safe-area-inset-left))}
header{text-align:center}
h1{font:700 clamp(1.625rem,1.35rem + 1.4vw,2.125rem)/1.2 var(--heading);letter-spacing:-.02em;text-wrap:balance}
footer{padding:0 1.25rem max(1.75rem,env(safe-area-inset-bottom));text-align:center;font-size:.8125rem;color:var(--muted)}
footer b{font-weight:650;color:var(--ink);letter-spacing:-.01em}
svg{display:block;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
`

/** Bio pages, and pages of errors. */
const BIO = `
.monogram{display:grid;place-items:center;width:5.75rem;height:5.75rem;margin:0 auto 1.5rem;border-radius:calc(var(--radius)*99);background:linear-gradient(140deg,var(--accent),var(--accent2));color:var(--on-accent);font:700 2rem/1 var(--heading);letter-spacing:-.02em;outline:2px solid var(--accent);outline-offset:4px}
.picture{width:5.75rem;height:5.75rem;margin:0 auto 1.5rem;border-radius:calc(var(--radius)*99);background:var(--card);object-fit:cover;outline:2px solid var(--accent);outline-offset:4px}
.handle{margin-top:.375rem;color:var(--muted)}
.about{max-width:30rem;margin:.75rem auto 0;white-space:pre-line;text-wrap:pretty}
ul{list-style:none;display:grid;gap:.75rem;margin-top:2.25rem}
a{display:grid;grid-template-columns:2.5rem minmax(0,1fr) .625rem;column-gap:.875rem;align-items:center;min-height:4.25rem;padding:.75rem 1.375rem .75rem .875rem;border:var(--border) solid var(--line);border-radius:var(--radius);background:var(--card);color:var(--card-ink);box-shadow:var(--shadow);text-decoration:none;transition:transform .16s ease,box-shadow .16s ease}
a:hover{transform:translateY(-2px);box-shadow:var(--lifted)}
a:active{transform:none}
a:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
a svg{grid-row:1/3;width:2.5rem;height:2.5rem;padding:.625rem;border-radius:min(.75rem,var(--radius));background:var(--tint);color:var(--tint-ink)}
a::after{content:'';grid-area:1/3/3/4;width:.5625rem;height:.5625rem;border:solid var(--card-muted);border-width:1.75px 1.75px 0 0;transform:rotate(45deg);transition:transform .16s ease}
a:hover::after{transform:translateX(3px) rotate(45deg)}
bdi{grid-column:2;align-self:end;font-weight:600;line-height:1.3}
bdi:last-child{grid-row:1/3;align-self:center}
small{grid-area:2/2;align-self:start;margin-top:.125rem;font-size:.8125rem;line-height:1.35;color:var(--card-muted);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.empty{margin-top:2.25rem;padding:2rem 1.25rem;border:1px dashed currentColor;border-radius:var(--radius);text-align:center;color:var(--muted)}

.fault{display:grid;align-content:center;justify-items:center;text-align:center;padding-bottom:5rem}
.badge{display:grid;place-items:center;width:6.5rem;height:6.5rem;border-radius:calc(var(--radius)*99);background:var(--card);border:1px solid var(--line);box-shadow:var(--shadow);color:var(--tint-ink)}
.badge svg{width:3.5rem;height:3.5rem;stroke-width:2}
.status{margin:1.75rem 0 .375rem;font-size:.9375rem;font-weight:650;letter-spacing:.14em;text-indent:.14em;color:var(--muted)}
.advice{max-width:25rem;margin-top:.75rem;color:var(--muted);text-wrap:balance}
@media (prefers-reduced-motion:reduce){a,a::after{transition:none}a:hover{transform:none}}
@media (forced-colors:active){a,.monogram{border:1px solid}}
@media print{a{break-inside:avoid;box-shadow:none}}
`

/** Additional styles of a page with a form, based on error pages. */
const FORM = `
.badge+h1{margin-top:1.5rem}
form{display:grid;width:100%;max-width:22rem;margin-top:2rem;text-align:start}
label{font-weight:600}
*+label{margin-top:1.25rem}
input,textarea{width:100%;min-height:3rem;margin-top:.5rem;padding:.5rem .875rem;border:1px solid var(--muted);border-radius:min(.875rem,var(--radius));background:var(--card);color:var(--card-ink);font:inherit}
.wide{max-width:28rem}
textarea{display:block;resize:vertical}
.hint{font-size:.875rem;color:var(--muted)}
.wrong{margin-top:.5rem;font-weight:600;text-wrap:balance;color:var(--wrong)}
[aria-invalid]{border-color:var(--wrong)}
form{--wrong:#b3261e}
@media (prefers-color-scheme:dark){form{--wrong:#ffb4ab}}
button{min-height:3rem;margin-top:1rem;padding:.5rem 1.25rem;border:0;border-radius:min(.875rem,var(--radius));background:var(--ink);color:var(--ground);font:650 1rem/1.5 var(--font);cursor:pointer}
input:focus-visible,textarea:focus-visible,button:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
@media (forced-colors:active){button{border:1px solid}}
`

/** Pages of text and commands. */
const INFO = `
main{max-width:44rem}
header svg{width:4rem;height:4rem;margin:0 auto 1.25rem;stroke:none}
header p{max-width:30rem;margin:.5rem auto 0;color:var(--muted);text-wrap:balance}
section{margin-top:2.25rem}
h2{font:650 1.125rem/1.3 var(--heading);letter-spacing:-.01em}
section p,section pre,section dl{margin-top:.75rem}
code{font:.875em/1.5 ui-monospace,'SF Mono','Cascadia Mono',Menlo,Consolas,'Noto Sans Mono','Liberation Mono',monospace}
pre,dl{padding:.875rem 1.125rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--card);color:var(--card-ink);box-shadow:var(--shadow)}
pre{white-space:pre-wrap}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.5rem 1.25rem}
dt{color:var(--card-muted)}
dl a{display:inline-block}
a{color:inherit;text-decoration-color:var(--tint-ink);text-decoration-thickness:2px;text-underline-offset:.2em;border-radius:.25rem}
a:hover{text-decoration-thickness:3px}
a:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
@media (max-width:30rem){dl{grid-template-columns:minmax(0,1fr);gap:0}dd+dt{margin-top:.625rem}}
@media print{pre,dl{break-inside:avoid;box-shadow:none}}
`

/** The reference of the REST API, based on pages of text. */
const DOCS = `
.docs{display:grid;grid-template-columns:19rem minmax(0,1fr);flex:1;width:100%;max-width:78rem;margin:0 auto}
.docs main{max-width:none;margin:0;padding-left:2rem}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:2rem 0 2rem 1.25rem;font-size:.8125rem}
nav h2{margin-top:1.25rem;font-size:.9375rem}
nav ul{list-style:none}
nav a{display:block;padding:.1875rem .5rem;text-decoration:none;font-family:ui-monospace,'SF Mono','Cascadia Mono',Menlo,Consolas,monospace;overflow-wrap:anywhere}
nav p a{font-family:inherit}
nav a:hover{text-decoration:underline}
main h2{font-size:1.5rem}
article{margin-top:2.25rem;scroll-margin-top:1rem}
h3{font:650 1.125rem/1.3 var(--heading)}
h4{margin-top:1rem;font:650 .875rem/1.3 var(--heading);color:var(--muted)}
article p{margin-top:.375rem}
.rules{margin:.75rem 0 0 1.25rem}
.rules li{margin-top:.25rem}
.scope{font-size:.875rem;color:var(--muted)}
main pre{white-space:pre;overflow-x:auto}
pre:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
article dl{margin-top:.5rem;font-size:.875rem;grid-template-columns:minmax(7rem,auto) minmax(0,1fr)}
dt:target,article:target h3{text-decoration:underline;text-decoration-thickness:3px;text-underline-offset:.25em;text-decoration-color:var(--tint-ink)}
b.GET,b.POST,b.PUT,b.PATCH,b.DELETE{font:650 .75rem/1.5 ui-monospace,'SF Mono','Cascadia Mono',Menlo,Consolas,monospace}
b.POST,b.PUT,b.PATCH{color:var(--tint-ink)}
@media (max-width:56rem){.docs{display:block}.docs main{padding-left:1.25rem}nav{position:static;max-height:14rem;padding:1rem 1.25rem;border-bottom:1px solid var(--line)}}
@media (max-width:30rem){article dl{grid-template-columns:minmax(0,1fr)}}
@media print{nav{display:none}.docs{display:block}}
`

const variables = (palette: Palette) =>
  `color-scheme:${palette.scheme};${Object.entries({
    ground: palette.ground,
    sky: palette.sky,
    ink: palette.ink,
    muted: palette.muted,
    card: palette.card,
    'card-ink': palette.cardInk,
    'card-muted': palette.cardMuted,
    line: palette.line,
    border: palette.cardBorder,
    tint: palette.tint,
    'tint-ink': palette.tintInk,
    accent: palette.accents[0],
    accent2: palette.accents[1],
    'on-accent': palette.accentInk,
    focus: palette.focus,
    shadow: palette.shadow,
    lifted: palette.lifted,
    radius: palette.radius,
    font: palette.font,
    heading: palette.headingFont,
  })
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}`

function makeStylesheet([first, second]: readonly Palette[], rules: string): string {
  if (first === undefined) throw new Error('A style sheet needs a palette')
  const other =
    second === undefined ? '' : `@media (prefers-color-scheme:${second.scheme}){:root{${variables(second)}}}`
  return `:root{${variables(first)}}${other}${`${COMMON}${rules}`.replace(/\n\s*/g, '')}`
}

/** The style sheets of bio pages by their theme. Created once, when the server starts. */
export const stylesheets = Object.fromEntries(
  THEME_NAMES.map((theme) => [theme, makeStylesheet(themes[theme], BIO)]),
) as Record<BioTheme, string>

/** The style sheet of a bio page. */
export const bioStylesheet = (theme: BioTheme, colors: BioColors | null): string =>
  colors === null ? stylesheets[theme] : makeStylesheet(palettesOf(theme, colors), BIO)

/** The stylesheet of pages with a form. */
export const formStylesheet = /* @__PURE__ */ makeStylesheet(themes.auto, `${BIO}${FORM}`)

/** The style sheet of pages of text and commands, in the colors of the theme auto. */
export const infoStylesheet = /* @__PURE__ */ makeStylesheet(themes.auto, INFO)

/** The style sheet of the reference of the REST API. */
export const docsStylesheet = /* @__PURE__ */ makeStylesheet(themes.auto, `${INFO}${DOCS}`)
