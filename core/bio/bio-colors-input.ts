import { z } from 'zod'
import { isReadable, MIN_TEXT_CONTRAST } from './bio-colors.ts'

const color = (name: string, what: string) => {
  const fault = `${name} must be a color such as #1a2b3c`
  return z
    .string(fault)
    .refine((value) => /^#[0-9a-f]{6}$/i.test(value), fault)
    .transform((value) => value.toLowerCase())
    .describe(what)
}

/** All colors of a page at once, so that text and background are always compared. */
export const bioColorsInput = z
  .object({
    background: color('background', 'Background of the page, as #rrggbb.'),
    text: color(
      'text',
      'Color of title and text, as #rrggbb; its contrast with the background must reach level AA of WCAG.',
    ),
    button: color('button', 'Color of the links, as #rrggbb; their text is black or white.'),
  })
  .refine(({ text, background }) => isReadable(text, background), {
    path: ['text'],
    message: `text must have a contrast of at least ${MIN_TEXT_CONTRAST}:1 with background`,
  })
