import { type Html, html } from './html.ts'
import { networkShapes } from './networks.ts'

/** Line icons on a grid of 24. */
const shapes = {
  ...networkShapes,
  web: html`<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c2.6 2.5 4 5.6 4 9s-1.4 6.5-4 9c-2.6-2.5-4-5.6-4-9s1.4-6.5 4-9z"/>`,
  mail: html`<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="m4 7.5 8 6 8-6"/>`,
  phone: html`<path d="M5 3.5h3.2l1.6 4.4-2 1.6a12 12 0 0 0 6.7 6.7l1.6-2 4.4 1.6V19a1.8 1.8 0 0 1-2 1.8A16.5 16.5 0 0 1 3.2 5.5 1.8 1.8 0 0 1 5 3.5z"/>`,
  chat: html`<path d="M20.5 11.5a8 8 0 0 1-11.7 7.1L3.5 20.5l1.9-5.3a8 8 0 1 1 15.1-3.7z"/>`,
  video: html`<rect x="2.5" y="6" width="13" height="12" rx="2.5"/><path d="m15.5 10.5 6-3.5v10l-6-3.5"/>`,
  place: html`<path d="M12 21.5c4.7-4.6 7-8.4 7-11.5a7 7 0 1 0-14 0c0 3.1 2.3 6.9 7 11.5z"/><circle cx="12" cy="10" r="2.5"/>`,
}

export type IconName = keyof typeof shapes

/** Draws an icon that {@link iconSheet} defined. */
export const icon = (name: IconName): Html => html`<svg aria-hidden="true"><use href="#${name}"/></svg>`

/** Defines icons once a page, however often they are drawn. */
export const iconSheet = (names: Iterable<IconName>): Html =>
  html`<svg width="0" height="0" aria-hidden="true">${[...new Set(names)].map(
    (name) => html`<symbol id="${name}" viewBox="0 0 24 24">${shapes[name]}</symbol>`,
  )}</svg>`
