import { Plus, Smartphone } from 'lucide'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { randomId } from '../api/random-id.ts'
import type { Link } from '../links/queries.ts'
import { firstClick } from '../ui/browser/first-click.ts'
import { Conflict } from '../ui/drafts/conflict.tsx'
import { SaveBar } from '../ui/drafts/save-bar.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import { type EditedRule, moved } from './conditions.ts'
import { PercentBar } from './percent-bar.tsx'
import { RuleCard } from './rule-card.tsx'
import styles from './rules-editor.module.css'
import { Simulator } from './simulator/simulator.tsx'
import { StoredRules } from './stored-rules.tsx'
import { useDragOrder } from './use-drag-order.ts'
import { useRulesDraft } from './use-rules-draft.ts'

const MAX_RULES = 50
/** Operating systems with an app store each. */
const PHONES = ['ios', 'android']

/** Edits the rules as one list, which is saved as a whole; the simulator uses the unsaved rules. */
export function RulesEditor({ link }: { readonly link: Link }) {
  const { words } = useWords()
  const editing = useRulesDraft(link)
  const { rules, setRules, isDirty, isSaving, isRestored, faults, general, newer, save, load, guard } = editing
  const drag = useDragOrder((from, to) => setRules(moved(rules, from, to)))
  const list = useAddedFocus(rules.length)
  const add = (...added: readonly EditedRule[]) => setRules([...rules, ...added])
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
        {rules.length > 0 && (
          <p class="card muted">
            {words.rules.otherwise} <bdi>{link.target}</bdi>
          </p>
        )}
        <PercentBar rules={rules} />
        <div class="cluster">
          <button
            type="button"
            class="button"
            disabled={rules.length >= MAX_RULES}
            onClick={firstClick(() => add(newRule()))}
          >
            <Icon of={Plus} /> {words.rules.add}
          </button>
          <button
            type="button"
            class="button"
            disabled={rules.length > MAX_RULES - PHONES.length}
            onClick={firstClick(() => add(...PHONES.map((os) => newRule('os', os))))}
          >
            <Icon of={Smartphone} /> {words.rules.addPhones}
          </button>
        </div>
        {newer && (
          <Conflict isBusy={isSaving} onLoad={() => load(newer)} onOverwrite={() => save(true)}>
            <StoredRules rules={newer.rules} />
          </Conflict>
        )}
        <SaveBar
          isDirty={isDirty}
          isSaving={isSaving}
          isRestored={isRestored}
          error={general}
          faults={[]}
          onSave={() => save()}
          onDiscard={() => load()}
        >
          {faults.size > 0 && (
            <p class="wrong" role="alert">
              {words.rules.faulty(faults.size)}
            </p>
          )}
        </SaveBar>
      </div>
      <Simulator link={link} rules={rules} />
      {guard}
    </div>
  )
}

/** Moves the focus to the first empty control of the rules that were added, and to the list when one was removed. */
function useAddedFocus(count: number) {
  const list = useRef<HTMLOListElement>(null)
  const before = useRef(count)
  useLayoutEffect(() => {
    const added = list.current?.children[before.current]
    if (count === before.current + 1) added?.querySelector('select')?.focus()
    else if (count > before.current) added?.querySelector<HTMLElement>('[inputmode=url]')?.focus()
    if (count < before.current) list.current?.focus()
    before.current = count
  }, [count])
  return list
}

const newRule = (type = 'country', value = ''): EditedRule => ({
  key: randomId(),
  conditions: [{ type, isNegated: false, value }],
  isNegated: false,
  target: '',
})
