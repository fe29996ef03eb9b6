import { z } from 'zod'
import { text } from '../../kernel/input.ts'
import { webUrl } from '../../kernel/web-url.ts'
import { compileCondition } from './compile-condition.ts'
import { newScope } from './condition.ts'

/** One routing rule as its owner wrote it. */
export const Rule = z.object({
  type: text('rule type', { min: 1, max: 32 }),
  value: text('rule value', { max: 2048 }),
  target: webUrl('rule target'),
})
export type Rule = z.output<typeof Rule>

/** The ordered rules of a link. An issue's path leads to the rule that is wrong. */
export const Rules = z
  .array(Rule, 'rules must be a list')
  .max(50, 'a link takes at most 50 rules')
  .superRefine((rules, context) => {
    const scope = newScope()
    for (const [index, { type, value }] of rules.entries()) {
      const condition = compileCondition(type, value, scope)
      if (condition.isErr()) context.addIssue({ code: 'custom', message: condition.error, path: [index] })
    }
  })
