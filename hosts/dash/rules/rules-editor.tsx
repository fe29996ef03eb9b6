import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { Plus } from 'lucide'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { randomId } from '../api/random-id.ts'
import { CHANGE, type Link } from '../links/queries.ts'
import { Icon } from '../ui/icon.tsx'
import { useLeaveGuard } from '../ui/leave-guard.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import { type EditedRule, edited, moved, stored } from './conditions.ts'
import { faultOfAnswer, faultsOf } from './faults.ts'
import { PercentBar } from './percent-bar.tsx'
import { RuleCard } from './rule-card.tsx'
import styles from './rules-editor.module.css'
import { Simulator } from './simulator.tsx'
import { useDragOrder } from './use-drag-order.ts'

const MAX_RULES = 50

/** Edits the rules as one list, which is saved as a whole; the simulator tries what is on the screen. */
export function RulesEditor({ link }: { readonly link: Link }) {
  const { words } = useWords()
  const [rules, setRules] = useState<readonly EditedRule[]>(() => link.rules.map((rule) => edited(rule, randomId())))
  const written = rules.map(stored)
  const { isDirty, isSaving, faults, general, save } = useSaving(link, written)
  const guard = useLeaveGuard(isDirty)
  const drag = useDragOrder((from, to) => setRules(moved(rules, from, to)))
  const list = useAddedFocus(rules.length)
  const add = () => setRules([...rules, newRule()])
  return (
    <div class={styles.page}>
      <div class="stack">
        {rules.length === 0 && <p class="card muted">{words.rules.none}</p>}
        <ol ref={list} class="stack" tabIndex={-1}>
          {rules.map((rule, at) => (
            <li key={rule.key} {...drag.item(at)}>
              <RuleCard
                rule={rule}
                number={at + 1}
                count={rules.length}
                fault={faults.get(at)}
                handle={drag.handle(at)}
                onChange={(changed) => setRules(rules.with(at, changed))}
                onMove={(by) => setRules(moved(rules, at, at + by))}
                onRemove={() => setRules(rules.toSpliced(at, 1))}
              />
            </li>
          ))}
        </ol>
        <p class="card muted">
          {words.rules.otherwise} <bdi>{link.target}</bdi>
        </p>
        <PercentBar rules={rules} />
        <div class="cluster">
          <button type="button" class="button" disabled={rules.length >= MAX_RULES} onClick={add}>
            <Icon of={Plus} /> {words.rules.add}
          </button>
          <WriteButton class="primary" disabled={!isDirty} isBusy={isSaving} error={general} onClick={save}>
            {words.common.save}
          </WriteButton>
        </div>
        <Refusal error={general} />
        {faults.size > 0 && (
          <p class="wrong" role="alert">
            {words.rules.faulty(faults.size)}
          </p>
        )}
      </div>
      <Simulator link={link} rules={rules} />
      {guard}
    </div>
  )
}

/** Moves the focus to the first control of a rule that was added, and to the list when one was removed. */
function useAddedFocus(count: number) {
  const list = useRef<HTMLOListElement>(null)
  const before = useRef(count)
  useLayoutEffect(() => {
    if (count > before.current) list.current?.lastElementChild?.querySelector('select')?.focus()
    if (count < before.current) list.current?.focus()
    before.current = count
  }, [count])
  return list
}

const newRule = (): EditedRule => ({
  key: randomId(),
  conditions: [{ type: 'country', isNegated: false, value: '' }],
  isNegated: false,
  target: '',
})

/** Saves the rules if none is malformed. What is wrong shows from the first try on, and goes as it is mended. */
function useSaving(link: Link, written: Link['rules']) {
  const { words } = useWords()
  const client = useQueryClient()
  // In the editor's form, since the same rules may have been written in another.
  const [saved, setSaved] = useState(() => JSON.stringify(written))
  const [isTried, setTried] = useState(false)
  const saving = useMutation({
    mutationFn: (rules: Link['rules']) => ask(CHANGE, { input: { id: link.id, rules } }),
    onSuccess: async (_answer, rules) => {
      setSaved(JSON.stringify(rules))
      setTried(false)
      toast(words.edit.saved)
      await client.invalidateQueries({ queryKey: ['links', 'one', link.id] })
    },
  })
  const malformed = isTried ? faultsOf(written) : new Map()
  const answered = saving.error && faultOfAnswer(saving.error)
  return {
    isDirty: JSON.stringify(written) !== saved,
    isSaving: saving.isPending,
    faults: answered && malformed.size === 0 ? new Map([answered]) : malformed,
    /** What is wrong with no rule in particular. */
    general: answered ? undefined : saving.error,
    save: () => {
      setTried(true)
      saving.reset()
      if (faultsOf(written).size === 0) saving.mutate(written)
    },
  }
}
