import { z } from 'zod'
import { text, withDefault } from '../../kernel/input.ts'
import { qrStyleInput } from '../qr-style.ts'
import { QR_FRAMES } from './saved-qr-style.ts'

const MAX_NAME_LENGTH = 60
const MAX_CAPTION_LENGTH = 40
const MAX_LOGO_LENGTH = 65_536
const MAX_ROUNDNESS_PERCENT = 80
const MAX_MARGIN = 10

const { color, bgColor, ecc, margin } = qrStyleInput
const roundnessFault = `roundness must be a whole number from 0 to ${MAX_ROUNDNESS_PERCENT}`
const logoFault = 'logo must be a PNG file as a data: URL'

/** The members of an input that describe a saved style. */
export const savedQrStyleInput = {
  name: text('name', { min: 1, max: MAX_NAME_LENGTH, form: (value) => value.trim() }).describe(
    `The name, at most ${MAX_NAME_LENGTH} characters.`,
  ),
  color: color.describe('Foreground color, as #rrggbb; black if omitted.'),
  bgColor: bgColor.describe('Background color, as #rrggbb; white if omitted.'),
  ecc,
  margin: margin.describe(`Quiet zone, in modules, at most ${MAX_MARGIN}.`),
  roundness: withDefault(
    z.int(roundnessFault).min(0, roundnessFault).max(MAX_ROUNDNESS_PERCENT, roundnessFault),
    0,
  ).describe(`How round the modules are, in percent, from 0 for squares to ${MAX_ROUNDNESS_PERCENT}.`),
  logo: text('logo', { max: MAX_LOGO_LENGTH })
    .refine((value) => /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/.test(value), logoFault)
    .nullable()
    .default(null)
    .describe(`A picture for the middle: a PNG file as a data: URL of at most ${MAX_LOGO_LENGTH} characters.`),
  frame: withDefault(z.enum(QR_FRAMES, `frame must be one of ${QR_FRAMES.join(', ')}`), 'NONE').describe(
    'The surroundings of the code: NONE, or FRAME for a frame with the caption.',
  ),
  caption: text('caption', { max: MAX_CAPTION_LENGTH, form: (value) => value.trim() })
    .nullable()
    .default(null)
    .describe(`The text in the frame, at most ${MAX_CAPTION_LENGTH} characters.`),
}
