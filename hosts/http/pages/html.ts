/** Markup that is safe to put into a page: only {@link html} creates it. */
export class Html {
  readonly #markup: string

  /** Only for {@link html}. */
  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

export type Content = Html | string | number | null | undefined | false | readonly Content[]

/**
 * Builds markup from a template. Escapes every value for text and for double-quoted attributes alike, unless it is markup already; joins
 * lists, and omits null, undefined and false. A URL in `href` also needs a check of its scheme.
 */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  let markup = parts[0] ?? ''
  for (const [index, value] of values.entries()) markup += render(value) + (parts[index + 1] ?? '')
  return new Html(markup)
}

function render(value: Content): string {
  if (value instanceof Html) return value.toString()
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'object') return value.map(render).join('')
  return String(value).replace(SPECIAL, (character) => ESCAPES[character] ?? '')
}

const SPECIAL = /[&<>"'`]/g
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}
