import { Plus } from 'lucide'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { randomId } from '../api/random-id.ts'
import type { Link } from '../links/queries.ts'
import { firstClick } from '../ui/browser/first-click.ts'
import { Conflict } from '../ui/drafts/conflict.tsx'
import { dropDraft, keepDraft, keptDraft } from '../ui/drafts/kept-drafts.ts'
import { useLeaveGuard } from '../ui/drafts/leave-guard.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import { type EditedRule, edited, moved, stored } from './conditions.ts'
import { PercentBar } from './percent-bar.tsx'
import { RuleCard } from './rule-card.tsx'
import styles from './rules-editor.module.css'
import { Simulator } from './simulator/simulator.tsx'
import { StoredRules } from './stored-rules.tsx'
import { useDragOrder } from './use-drag-order.ts'
import { useSaving } from './use-saving.ts'

const MAX_RULES = 50

/** Edits the rules as one list, which is saved as a whole; the simulator uses the unsaved rules. */
export function RulesEditor({ link }: { readonly link: Link }) {
  const { words } = useWords()
  const key = `rules.${link.id}`
  const [kept] = useState(() => keptDraft<RulesDraft>(key))
  const [rules, setRules] = useState(() => kept?.rules ?? editedRules(link.rules))
  const written = rules.map(stored)
  const { base, isDirty, isSaving, faults, general, newer, save, take } = useSaving(link, written, kept?.base)
  useKeeping(key, { rules, base }, isDirty)
  const guard = useLeaveGuard(isDirty)
  const drag = useDragOrder((from, to) => setRules(moved(rules, from, to)))
  const list = useAddedFocus(rules.length)
  const add = () => setRules([...rules, newRule()])
  const load = (newer: Link['rules']) => {
    const loaded = editedRules(newer)
    setRules(loaded)
    take(newer, loaded.map(stored))
  }
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
          <button type="button" class="button" disabled={rules.length >= MAX_RULES} onClick={firstClick(add)}>
            <Icon of={Plus} /> {words.rules.add}
          </button>
          <WriteButton class="primary" disabled={!isDirty} isBusy={isSaving} error={general} onClick={() => save()}>
            {words.common.save}
          </WriteButton>
        </div>
        <Refusal error={general} />
        {newer && (
          <Conflict isBusy={isSaving} onLoad={() => load(newer)} onOverwrite={() => save(true)}>
            <StoredRules rules={newer} />
          </Conflict>
        )}
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

/** Unsaved rules, and the stored ones that they are based on. */
interface RulesDraft {
  readonly rules: readonly EditedRule[]
  readonly base: Link['rules']
}

/** Keeps unsaved rules over reloads until they are saved or the user leaves the page, and reports restored ones. */
function useKeeping(key: string, draft: RulesDraft, isDirty: boolean) {
  const { words } = useWords()
  useLayoutEffect(() => {
    if (isDirty) toast(words.edit.restored)
  }, [])
  useLayoutEffect(() => {
    if (isDirty) keepDraft(key, draft)
    // Not called when the browser reloads the page.
    return () => dropDraft(key)
  }, [key, draft.rules, draft.base, isDirty])
}

const editedRules = (rules: Link['rules']): readonly EditedRule[] => rules.map((rule) => edited(rule, randomId()))

const newRule = (): EditedRule => ({
  key: randomId(),
  conditions: [{ type: 'country', isNegated: false, value: '' }],
  isNegated: false,
  target: '',
})
