import { contrast, luminance } from './color.ts'

/** Below this ratio phone cameras start to miss codes in poor light. */
const MIN_CONTRAST = 3

/**
 * Whether cameras can read a QR code in these colors, each as `#rrggbb`. False for low contrast, and for light codes on a dark background,
 * which many scanners cannot read.
 * @param foreground color of the dark modules
 * @param background color behind them
 */
export const isScannable = (foreground: string, background: string): boolean =>
  luminance(foreground) < luminance(background) && contrast(foreground, background) >= MIN_CONTRAST
