const WIDTH = 120
const HEIGHT = 28

/** A small line of counts, oldest first, in a box of 120 × 28 pixels, scaled to its highest count. */
export function Sparkline({ values, label }: { readonly values: readonly number[]; readonly label: string }) {
  const highest = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)},${(HEIGHT - 3 - (value / highest) * (HEIGHT - 6)).toFixed(1)}`,
  )
  return (
    <svg role="img" aria-label={label} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--people)"
        stroke-width="1.5"
        stroke-linejoin="round"
        stroke-linecap="round"
      />
    </svg>
  )
}
