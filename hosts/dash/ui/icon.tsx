import type { IconNode } from 'lucide'
import { h } from 'preact'

interface IconProps {
  readonly of: IconNode
  /** Edge in CSS pixels. */
  readonly size?: number
}

/** A decorative line icon; the control around it has a name. */
export const Icon = ({ of, size = 18 }: IconProps) => (
  <svg
    aria-hidden="true"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    {of.map(([tag, attributes]) => h(tag as 'path', attributes))}
  </svg>
)
