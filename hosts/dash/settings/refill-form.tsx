import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { pathOf } from '../api/errors.ts'
import type { InputOf } from '../api/graphql.ts'
import { Check, Field } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import { SET_REFILL, type Usage, usage } from './queries.ts'

const NUMBERS = ['thresholdPercent', 'refillPackLinks', 'maxMonthlySpend'] as const

/** Auto-refill: rules for buying packs of links beyond the plan. */
export function RefillForm({ setting }: { readonly setting: NonNullable<Usage['meAutoRefill']> }) {
  const { words } = useWords()
  const client = useQueryClient()
  const [enabled, setEnabled] = useState(setting.enabled)
  const [typed, setTyped] = useState({
    thresholdPercent: String(setting.thresholdPercent),
    refillPackLinks: String(setting.refillPackLinks),
    maxMonthlySpend: String(setting.maxMonthlySpend),
  })
  const saving = useMutation({
    mutationFn: (input: InputOf<typeof SET_REFILL>['input']) => ask(SET_REFILL, { input }),
    onSuccess: () => {
      toast(words.edit.saved)
      return client.invalidateQueries({ queryKey: usage.queryKey })
    },
  })
  const path = pathOf(saving.error)
  const isOfField = NUMBERS.some((name) => name === path)
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        const numbers = Object.fromEntries(NUMBERS.map((name) => [name, Number(typed[name])]))
        if (!saving.isPending) saving.mutate({ enabled, ...numbers })
      }}
    >
      <h3>{words.billing.refill}</h3>
      {setting.failure && <p class="wrong">{words.billing.refillFailed(setting.failure)}</p>}
      <Check label={words.billing.refillOn} checked={enabled} onChange={setEnabled} />
      <div class="columns">
        {NUMBERS.map((name) => (
          <Field
            key={name}
            label={words.billing[name]}
            type="number"
            inputMode="numeric"
            required
            min={name === 'maxMonthlySpend' ? 0 : 1}
            value={typed[name]}
            fault={path === name ? saving.error?.message : undefined}
            onInput={(value) => setTyped({ ...typed, [name]: value })}
          />
        ))}
      </div>
      {!isOfField && <Refusal error={saving.error} />}
      <div>
        <WriteButton type="submit" isBusy={saving.isPending} error={saving.error}>
          {words.common.save}
        </WriteButton>
      </div>
    </form>
  )
}
