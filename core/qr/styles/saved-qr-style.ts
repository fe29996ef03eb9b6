import type { Instant } from '../../kernel/caller.ts'
import type { QrStyleId, UserId } from '../../kernel/ids.ts'
import type { QrStyle } from '../qr-style.ts'

/** Most saved styles of an account. */
export const QR_STYLES_PER_ACCOUNT = 50

/** The surroundings of a code: nothing, or a frame with the caption below. */
export const QR_FRAMES = ['NONE', 'FRAME'] as const
type QrFrame = (typeof QR_FRAMES)[number]

/** Everything that the QR editor draws. */
export interface QrDesign extends Pick<QrStyle, 'color' | 'bgColor' | 'ecc' | 'margin'> {
  /** How round the modules are, in percent, from 0 for squares to 80. */
  readonly roundness: number
  /** A PNG file as a data: URL; null for none. */
  readonly logo: string | null
  readonly frame: QrFrame
  /** Text in the frame; null for none. */
  readonly caption: string | null
}

/** A design under a name, for all QR codes of an account. */
export interface SavedQrStyle extends QrDesign {
  readonly id: QrStyleId
  readonly owner: UserId
  readonly name: string
  readonly createdAt: Instant
}
