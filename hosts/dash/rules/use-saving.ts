import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { CHANGE, type Link, link as linkQuery } from '../links/queries.ts'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { edited, stored } from './conditions.ts'
import { faultOfAnswer, faultsOf } from './faults.ts'

type Rules = Link['rules']

interface Save {
  readonly rules: Rules
  /** The stored rules that were edited. */
  readonly base: Rules
  readonly isOverwriting: boolean
}

const areSame = (one: Rules, other: Rules) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Saves the rules if none is malformed and nothing else changed them meanwhile. Errors show from the first attempt on, and disappear once
 * fixed.
 * @param written the rules of the editor, as they are stored
 * @param keptBase the stored rules that a restored draft was based on
 */
export function useSaving(link: Link, written: Rules, keptBase: Rules | undefined) {
  const { words } = useWords()
  const client = useQueryClient()
  const query = linkQuery(link.id)
  // In the editor's form: the same rules may be stored in another form.
  const [saved, setSaved] = useState(() => link.rules.map((rule) => stored(edited(rule, ''))))
  /** The stored rules that the editor was filled with. */
  const [base, setBase] = useState(keptBase ?? link.rules)
  const [newer, setNewer] = useState<Rules>()
  const [isTried, setTried] = useState(false)
  const saving = useMutation({
    mutationFn: async ({ rules, base, isOverwriting }: Save) => {
      const current = await client.fetchQuery({ ...query, staleTime: 0 })
      // The rules may already be stored, by a request with a lost response.
      const isNewer = current != null && !areSame(current.rules, base) && !areSame(current.rules, rules)
      if (isNewer && !isOverwriting) return current.rules
      await ask(CHANGE, { input: { id: link.id, rules } })
      return undefined
    },
    onSuccess: async (conflicting, { rules }) => {
      setNewer(conflicting)
      if (conflicting) return
      setSaved(rules)
      setTried(false)
      toast(words.edit.saved)
      await client.invalidateQueries({ queryKey: query.queryKey })
      setBase(client.getQueryData(query.queryKey)?.rules ?? rules)
    },
  })
  const malformed = isTried ? faultsOf(written) : new Map()
  const answered = saving.error && faultOfAnswer(saving.error)
  const save = (isOverwriting = false) => {
    setTried(true)
    saving.reset()
    if (faultsOf(written).size === 0) saving.mutate({ rules: written, base, isOverwriting })
  }
  return {
    base,
    isDirty: !areSame(written, saved),
    isSaving: saving.isPending,
    faults: answered && malformed.size === 0 ? new Map([answered]) : malformed,
    /** An error that refers to no particular rule. */
    general: answered ? undefined : saving.error,
    /** The rules that another tab or client stored meanwhile. */
    newer,
    save,
    /** Sets the stored rules, and the editor's form of them. */
    take: (rules: Rules, asWritten: Rules) => {
      setBase(rules)
      setSaved(asWritten)
      setNewer(undefined)
      setTried(false)
      saving.reset()
    },
  }
}
