const ACROSS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█']
const UP = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
const EIGHTHS = 8

/** Draws a horizontal bar with the length of its share of `max`; at least an eighth of a character unless the value is zero. */
export function barAcross(value: number, max: number, width: number): string {
  const eighths = eighthsOf(value, max, width)
  return '█'.repeat(Math.floor(eighths / EIGHTHS)) + ACROSS[eighths % EIGHTHS]
}

/** Draws vertical bars as lines from top to bottom. Each bar and the space after it are `step` characters wide. */
export function barsUp(values: readonly number[], { height, step }: { height: number; step: number }): string[] {
  const max = Math.max(0, ...values)
  const bars = values.map((value) => eighthsOf(value, max, height))
  return Array.from({ length: height }, (_, index) => {
    const below = (height - 1 - index) * EIGHTHS
    const line = bars
      .map((bar) => (UP[Math.min(Math.max(bar - below, 0), EIGHTHS)] ?? '').repeat(Math.max(1, step - 1)))
      .join(step > 1 ? ' ' : '')
    return line.trimEnd()
  })
}

function eighthsOf(value: number, max: number, length: number): number {
  if (value <= 0) return 0
  return Math.max(1, Math.round((value / max) * length * EIGHTHS))
}
