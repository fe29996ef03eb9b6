import { z } from 'zod'
import { text } from '../../kernel/input.ts'
import { webUrl } from '../../kernel/web-url.ts'

/** One routing rule as its owner wrote it. */
export const Rule = z.object({
  type: text('rule type', { min: 1, max: 32 }),
  value: text('rule value', { max: 2048 }),
  target: webUrl('rule target'),
})
export type Rule = z.output<typeof Rule>

export const Rules = z.array(Rule).max(50, 'a link takes at most 50 rules')
