import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import { ConditionFields } from './condition-fields.tsx'
import type { Condition, EditedRule } from './conditions.ts'
import { useSentence } from './use-sentence.ts'

interface RuleCardProps {
  readonly rule: EditedRule
  /** Its place, from 1. */
  readonly number: number
  readonly count: number
  readonly fault: string | undefined
  readonly onChange: (rule: EditedRule) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** A rule in words, and the fields that make it. */
export function RuleCard({ rule, number, count, fault, onChange, onMove, onRemove }: RuleCardProps) {
  const { words, format } = useWords()
  const sentence = useSentence()
  const { conditions } = rule
  const set = (at: number, condition: Condition) => onChange({ ...rule, conditions: conditions.with(at, condition) })
  return (
    <section class="card stack" aria-label={words.rules.rule(number)}>
      <div class="cluster apart">
        <h2>
          {number}. {words.rules.ifThen(format.list(conditions.map(sentence)))}
        </h2>
        <span class="cluster">
          <button
            type="button"
            class="button plain"
            aria-label={words.rules.up(number)}
            disabled={number === 1}
            onClick={() => onMove(-1)}
          >
            <Icon of={ArrowUp} />
          </button>
          <button
            type="button"
            class="button plain"
            aria-label={words.rules.down(number)}
            disabled={number === count}
            onClick={() => onMove(1)}
          >
            <Icon of={ArrowDown} />
          </button>
          <button type="button" class="button plain" aria-label={words.rules.remove(number)} onClick={onRemove}>
            <Icon of={Trash2} />
          </button>
        </span>
      </div>
      {conditions.map((condition, at) => (
        <ConditionFields
          key={at}
          condition={condition}
          isFirst={at === 0}
          onChange={(changed) => set(at, changed)}
          onRemove={
            conditions.length > 1 ? () => onChange({ ...rule, conditions: conditions.toSpliced(at, 1) }) : undefined
          }
        />
      ))}
      <div>
        <button
          type="button"
          class="button"
          onClick={() =>
            onChange({ ...rule, conditions: [...conditions, { type: 'device', isNegated: false, value: 'mobile' }] })
          }
        >
          <Icon of={Plus} /> {words.rules.and}
        </button>
      </div>
      <Field
        label={words.rules.target}
        inputMode="url"
        placeholder="https://example.com/"
        value={rule.target}
        fault={fault}
        onInput={(target) => onChange({ ...rule, target })}
      />
    </section>
  )
}
