import type { BioTheme } from '@shortlink/core'

/** The properties of a theme. Text colors keep 4.5:1 on all their backgrounds; a test computes this. */
export interface Palette {
  readonly scheme: 'light' | 'dark'
  /** The background, and overlays; `stops` includes the lightest and darkest colors. */
  readonly ground: string
  readonly sky: string
  readonly stops: readonly string[]
  readonly ink: string
  readonly muted: string
  readonly card: string
  readonly cardInk: string
  readonly cardMuted: string
  readonly line: string
  readonly tint: string
  readonly tintInk: string
  /** The ends of the monogram's gradient. */
  readonly accents: readonly [string, string]
  readonly accentInk: string
  readonly focus: string
  readonly shadow: string
  readonly lifted: string
  readonly radius: string
  readonly font: string
  readonly headingFont: string
  readonly cardBorder: string
}

const SANS = `system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif`
const SERIF = `ui-serif,'Iowan Old Style','Palatino Linotype',Palatino,'Noto Serif','Liberation Serif',serif`
const MONO = `ui-monospace,'SF Mono','Cascadia Mono',Menlo,Consolas,'Noto Sans Mono','Liberation Mono',monospace`

const light: Palette = {
  scheme: 'light',
  ground: '#f7f6f3',
  sky: 'radial-gradient(46rem 30rem at 12% -10rem,#ffe3cc 0,#ffe3cc00 70%),radial-gradient(50rem 34rem at 92% -12rem,#dfe0ff 0,#dfe0ff00 70%)',
  stops: ['#f7f6f3', '#ffe3cc', '#dfe0ff'],
  ink: '#1b1825',
  muted: '#5b566b',
  card: '#ffffff',
  cardInk: '#1b1825',
  cardMuted: '#67627a',
  line: '#e7e3ea',
  tint: '#efeefd',
  tintInk: '#4a45c4',
  accents: ['#4f4bd1', '#b23a8e'],
  accentInk: '#ffffff',
  focus: '#4f46e5',
  shadow: '0 1px 2px #1b18250d,0 4px 14px #1b18250a',
  lifted: '0 2px 4px #1b182512,0 12px 28px #1b18251f',
  radius: '1.125rem',
  font: SANS,
  headingFont: SANS,
  cardBorder: '1px',
}

const dark: Palette = {
  ...light,
  scheme: 'dark',
  ground: '#0c0d13',
  sky: 'radial-gradient(46rem 32rem at 10% -12rem,#2a2350 0,#2a235000 70%),radial-gradient(50rem 34rem at 95% -10rem,#10304a 0,#10304a00 70%)',
  stops: ['#0c0d13', '#2a2350', '#10304a'],
  ink: '#f4f3fa',
  muted: '#aeacc0',
  card: '#171923',
  cardInk: '#f4f3fa',
  cardMuted: '#a2a0b6',
  line: '#2b2e3d',
  tint: '#25283a',
  tintInk: '#b4b5ff',
  accents: ['#a3a4ff', '#f0a3d6'],
  accentInk: '#14121f',
  focus: '#b4b5ff',
  shadow: '0 1px 2px #00000080',
  lifted: '0 12px 32px #000000b3',
}

const ocean: Palette = {
  ...dark,
  ground: '#053049',
  sky: 'radial-gradient(46rem 26rem at 50% -9rem,#0b6688 0,#0b668800 75%),radial-gradient(70% 14rem at 78% 100%,#0d7288 0,#0d728800 100%),radial-gradient(90% 20rem at 15% 104%,#0a5f7a 0,#0a5f7a00 100%),linear-gradient(180deg,#04243c 0,#064465 60%,#075573 100%)',
  stops: ['#053049', '#04243c', '#064465', '#075573', '#0a5f7a', '#0b6688', '#0d7288'],
  ink: '#f3fcff',
  muted: '#d0edf5',
  card: '#f2fbfd',
  cardInk: '#05314a',
  cardMuted: '#3a6073',
  line: '#f2fbfd',
  tint: '#d2eef4',
  tintInk: '#075a73',
  accents: ['#7ff0e0', '#5ab8f5'],
  accentInk: '#04293f',
  focus: '#8ff5e6',
  shadow: '0 6px 20px #01182a4d',
  lifted: '0 14px 34px #01182a80',
  radius: '1.75rem',
}

const forest: Palette = {
  ...light,
  ground: '#f2f1e4',
  sky: 'radial-gradient(60rem 30rem at 50% -14rem,#cfdfb6 0,#cfdfb600 72%),radial-gradient(40rem 26rem at 100% 100%,#e6dcbf 0,#e6dcbf00 70%)',
  stops: ['#f2f1e4', '#cfdfb6', '#e6dcbf'],
  ink: '#19291c',
  muted: '#42533f',
  card: '#22482f',
  cardInk: '#f7f5e6',
  cardMuted: '#c6d6bf',
  line: '#22482f',
  tint: '#32603f',
  tintInk: '#e9efc9',
  accents: ['#2f6b3f', '#7a6a1f'],
  accentInk: '#ffffff',
  focus: '#8a4b08',
  shadow: '0 2px 8px #1c351f33',
  lifted: '0 12px 26px #1c351f59',
  radius: '.625rem',
  headingFont: SERIF,
}

const sunset: Palette = {
  ...dark,
  ground: '#6d1f57',
  sky: 'radial-gradient(60% 16rem at 50% 104%,#b4501a 0,#b4501a00 100%),linear-gradient(178deg,#2b1150 0,#6d1f57 46%,#a12f4d 78%,#b2412f 100%)',
  stops: ['#2b1150', '#6d1f57', '#a12f4d', '#b2412f', '#b4501a'],
  ink: '#fffaf5',
  muted: '#fff0e4',
  card: '#fff7f0',
  cardInk: '#3a1030',
  cardMuted: '#774060',
  line: '#fff7f0',
  tint: '#ffe0cb',
  tintInk: '#a32748',
  accents: ['#ffd08a', '#ff8f6b'],
  accentInk: '#4a1130',
  focus: '#ffdf9e',
  shadow: '0 6px 20px #28093840',
  lifted: '0 14px 34px #28093880',
  radius: '1.375rem',
}

const mono: Palette = {
  ...light,
  ground: '#ffffff',
  sky: 'none',
  stops: ['#ffffff'],
  ink: '#000000',
  muted: '#3d3d3d',
  card: '#ffffff',
  cardInk: '#000000',
  cardMuted: '#4a4a4a',
  line: '#000000',
  tint: '#000000',
  tintInk: '#ffffff',
  accents: ['#000000', '#000000'],
  accentInk: '#ffffff',
  focus: '#000000',
  shadow: '4px 4px 0 #000000',
  lifted: '7px 7px 0 #000000',
  radius: '0',
  font: MONO,
  headingFont: MONO,
  cardBorder: '2px',
}

/** The palettes of a theme: one, or a light and a dark one, selected by the visitor's system. */
export const themes: Record<BioTheme, readonly [Palette] | readonly [Palette, Palette]> = {
  light: [light],
  dark: [dark],
  auto: [light, dark],
  ocean: [ocean],
  forest: [forest],
  sunset: [sunset],
  mono: [mono],
}

/** The themes in display order. */
export const THEME_NAMES = Object.keys(themes) as readonly BioTheme[]
