const ACROSS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█']
const UP = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
const EIGHTHS = 8

/** A bar from left to right, as long as its share of `max`; at least an eighth of a character for what is not zero. */
export function barAcross(value: number, max: number, width: number): string {
  const eighths = eighthsOf(value, max, width)
  return '█'.repeat(Math.floor(eighths / EIGHTHS)) + ACROSS[eighths % EIGHTHS]
}

/** Lines of bars that stand side by side, from the highest to the lowest, each bar and the space behind it `step` characters wide. */
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
