import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Field, Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import { ConditionFields } from './condition-fields.tsx'
import type { Condition, EditedRule } from './conditions.ts'
import type { Fault } from './faults.ts'
import styles from './rule-card.module.css'
import { ruleInWords } from './sentence.ts'
import type { useDragOrder } from './use-drag-order.ts'

interface RuleCardProps {
  readonly rule: EditedRule
  /** Its place, from 1. */
  readonly number: number
  readonly count: number
  readonly fault: Fault | undefined
  readonly handle: ReturnType<ReturnType<typeof useDragOrder>['handle']>
  readonly onChange: (rule: EditedRule) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** A rule as a sentence, and its fields. */
export function RuleCard({ rule, number, count, fault, handle, onChange, onMove, onRemove }: RuleCardProps) {
  const language = useWords()
  const { words } = language
  const { conditions } = rule
  const set = (at: number, condition: Condition) => onChange({ ...rule, conditions: conditions.with(at, condition) })
  const isGroup = conditions.length > 1 || rule.isNegated
  return (
    <section class="card stack" aria-label={words.rules.rule(number)}>
      <div class="stack tight">
        <div class={styles.bar}>
          <span class={styles.handle} title={words.rules.drag} {...handle}>
            <Icon of={GripVertical} />
          </span>
          <span class="muted small">{words.rules.rule(number)}</span>
          <Actions number={number} count={count} onMove={onMove} onRemove={onRemove} />
        </div>
        <h2>{ruleInWords(rule, language)}</h2>
      </div>
      {isGroup && (
        <Select
          label={words.rules.group}
          value={rule.isNegated ? 'not' : 'all'}
          options={[
            ['all', words.rules.groupAll],
            ['not', words.rules.groupNotAll],
          ]}
          onChange={(chosen) => onChange({ ...rule, isNegated: chosen === 'not' })}
        />
      )}
      <div class="stack">
        {conditions.map((condition, at) => (
          <ConditionFields
            key={at}
            condition={condition}
            isFirst={at === 0}
            fault={fault?.part === at ? fault.message : undefined}
            onChange={(changed) => set(at, changed)}
            onRemove={
              conditions.length > 1 ? () => onChange({ ...rule, conditions: conditions.toSpliced(at, 1) }) : undefined
            }
          />
        ))}
      </div>
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
        fault={fault?.part === 'target' ? fault.message : undefined}
        onInput={(target) => onChange({ ...rule, target })}
      />
    </section>
  )
}

type ActionsProps = Pick<RuleCardProps, 'number' | 'count' | 'onMove' | 'onRemove'>

/** Buttons that move or remove a rule. A button that moved its rule keeps the focus, so that it can be pressed again. */
function Actions({ number, count, onMove, onRemove }: ActionsProps) {
  const { words } = useWords()
  const pressed = useRef<HTMLButtonElement>(null)
  // The browser drops the focus when the rule's element has moved.
  useLayoutEffect(() => {
    pressed.current?.focus()
    pressed.current = null
  }, [number])
  const move = (by: -1 | 1) => (event: { readonly currentTarget: HTMLButtonElement }) => {
    pressed.current = event.currentTarget
    onMove(by)
  }
  return (
    <span class={styles.actions}>
      <button
        type="button"
        class="button plain"
        aria-label={words.rules.up(number)}
        disabled={number === 1}
        onClick={move(-1)}
      >
        <Icon of={ArrowUp} />
      </button>
      <button
        type="button"
        class="button plain"
        aria-label={words.rules.down(number)}
        disabled={number === count}
        onClick={move(1)}
      >
        <Icon of={ArrowDown} />
      </button>
      <button type="button" class="button plain" aria-label={words.rules.remove(number)} onClick={onRemove}>
        <Icon of={Trash2} />
      </button>
    </span>
  )
}
