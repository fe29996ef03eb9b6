import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { randomId } from '../api/random-id.ts'
import { CHANGE, type Link, link as linkQuery } from '../links/queries.ts'
import { useDraft } from '../ui/drafts/use-draft.ts'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { type EditedRule, edited, stored } from './conditions.ts'
import { faultOfAnswer, faultsOf, malformedRules } from './faults.ts'

interface Draft {
  readonly rules: readonly EditedRule[]
}

/** The rules in the editor's form. */
const toDraft = ({ rules }: Link): Draft => ({ rules: rules.map((rule) => edited(rule, randomId())) })
/** The rules of the editor, as they are stored. */
const writtenOf = ({ rules }: Draft) => rules.map(stored)
const versionOf = ({ rules }: Link) => JSON.stringify(rules)
/** Compares in the editor's form: the same rules may be stored in another form. */
const isChange = (base: Link, draft: Draft) =>
  JSON.stringify(writtenOf(draft)) !== JSON.stringify(writtenOf(toDraft(base)))

/**
 * The unsaved rules of a link. They are saved if none is malformed and nothing else changed them meanwhile. Errors show from the first
 * attempt on, and disappear once fixed.
 */
export function useRulesDraft(link: Link) {
  const { words } = useWords()
  const client = useQueryClient()
  const query = linkQuery(link.id)
  const [isTried, setTried] = useState(false)
  const editing = useDraft({
    key: `rules.${link.id}`,
    stored: link,
    toDraft,
    versionOf,
    isChange,
    read: () => client.fetchQuery({ ...query, staleTime: 0 }),
    save: ({ id }, draft) => ask(CHANGE, { input: { id, rules: writtenOf(draft) } }),
    onSaved: () => {
      setTried(false)
      toast(words.edit.saved)
    },
  })
  const { draft, error, set, save, load } = editing
  const malformed = isTried ? faultsOf(writtenOf(draft), words) : new Map()
  const answered = error ? faultOfAnswer(error) : undefined
  return {
    ...editing,
    rules: draft.rules,
    setRules: (rules: readonly EditedRule[]) => set({ rules }),
    faults: answered && malformed.size === 0 ? new Map([answered]) : malformed,
    /** An error that refers to no particular rule. */
    general: answered ? undefined : error,
    save(isOverwriting = false) {
      setTried(true)
      if (malformedRules(writtenOf(draft)).size === 0) save(isOverwriting)
    },
    load(from?: Link) {
      setTried(false)
      load(from)
    },
  }
}
