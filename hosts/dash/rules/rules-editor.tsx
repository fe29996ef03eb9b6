import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { Plus } from 'lucide'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { ApiError } from '../api/errors.ts'
import { randomId } from '../api/random-id.ts'
import { CHANGE, type Link } from '../links/queries.ts'
import { Icon } from '../ui/icon.tsx'
import { useLeaveGuard } from '../ui/leave-guard.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { type EditedRule, edited, stored } from './conditions.ts'
import { PercentBar } from './percent-bar.tsx'
import { RuleCard } from './rule-card.tsx'
import styles from './rules-editor.module.css'
import { Simulator } from './simulator.tsx'

const MAX_RULES = 50

/** Edits the rules as one list, which is saved as a whole; the simulator tries what is on the screen. */
export function RulesEditor({ link }: { readonly link: Link }) {
  const { words } = useWords()
  const client = useQueryClient()
  const [saved, setSaved] = useState(link.rules)
  const [rules, setRules] = useState(() => link.rules.map((rule) => edited(rule, randomId())))
  const written = rules.map(stored)
  const isDirty = JSON.stringify(written) !== JSON.stringify(saved)
  const saving = useMutation({
    mutationFn: (rules: Link['rules']) => ask(CHANGE, { input: { id: link.id, rules } }),
    onSuccess: async (_answer, rules) => {
      setSaved(rules)
      toast(words.edit.saved)
      await client.invalidateQueries({ queryKey: ['links', 'one', link.id] })
    },
  })
  const guard = useLeaveGuard(isDirty)
  const fault = saving.error ? faultOf(saving.error) : undefined
  const replace = (at: number, rule: EditedRule) => setRules(rules.with(at, rule))
  const add = () =>
    setRules([
      ...rules,
      { key: randomId(), conditions: [{ type: 'country', isNegated: false, value: '' }], target: '' },
    ])
  return (
    <div class={styles.page}>
      <div class="stack">
        {rules.length === 0 && <p class="card muted">{words.rules.none}</p>}
        <ol class="stack">
          {rules.map((rule, at) => (
            <li key={rule.key}>
              <RuleCard
                rule={rule}
                number={at + 1}
                count={rules.length}
                fault={fault?.rule === at ? fault.message : undefined}
                onChange={(changed) => replace(at, changed)}
                onMove={(by) => setRules(moved(rules, at, by))}
                onRemove={() => setRules(rules.toSpliced(at, 1))}
              />
            </li>
          ))}
        </ol>
        <p class="card muted">
          {words.rules.otherwise} <bdi>{link.target}</bdi>
        </p>
        <PercentBar rules={rules} />
        {fault && fault.rule === undefined && (
          <p class="wrong" role="alert">
            {fault.message}
          </p>
        )}
        <div class="cluster">
          <button type="button" class="button" disabled={rules.length >= MAX_RULES} onClick={add}>
            <Icon of={Plus} /> {words.rules.add}
          </button>
          <button
            type="button"
            class="button primary"
            disabled={!isDirty || saving.isPending}
            onClick={() => saving.mutate(written)}
          >
            {words.common.save}
          </button>
        </div>
      </div>
      <Simulator link={link} rules={written} />
      {guard}
    </div>
  )
}

/** The list with the rule at that place moved up or down by one. */
function moved(rules: readonly EditedRule[], at: number, by: -1 | 1): EditedRule[] {
  const rule = rules[at]
  return rule === undefined ? [...rules] : rules.toSpliced(at, 1).toSpliced(at + by, 0, rule)
}

/** Which rule an error of the server is about, from 0, and its reason. */
function faultOf(error: Error) {
  const [, rule] = /^rules\.(\d+)/.exec((error instanceof ApiError && error.path) || '') ?? []
  return { rule: rule === undefined ? undefined : Number(rule), message: error.message }
}
