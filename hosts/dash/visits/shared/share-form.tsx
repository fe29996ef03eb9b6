import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { pathOf } from '../../api/errors.ts'
import { Check, Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { CARDS, type Card } from '../card-tabs.ts'
import { CREATE_SHARE, type NewShare, type Shared, shares } from './queries.ts'

const ALL = Object.keys(CARDS) as Card[]

/** The form of a new public page. */
export function ShareForm({ linkId, tagId, onCreated }: Shared & { readonly onCreated: (url: string) => void }) {
  const { words } = useWords()
  const client = useQueryClient()
  const [cards, setCards] = useState<readonly Card[]>(ALL)
  const [showVisits, setShowVisits] = useState(false)
  const [password, setPassword] = useState('')
  const [expires, setExpires] = useState('')
  const [origins, setOrigins] = useState('')
  const creating = useMutation({
    mutationFn: (input: NewShare) => ask(CREATE_SHARE, input),
    onSuccess: ({ createStatShare }) => {
      onCreated(createStatShare.url)
      void client.invalidateQueries({ queryKey: shares.queryKey })
    },
  })
  const faultOf = (name: string) => (pathOf(creating.error)?.startsWith(name) ? creating.error?.message : undefined)
  const isOfField = ['password', 'expiresAt', 'origins'].some((name) => faultOf(name) !== undefined)
  const create = () =>
    creating.mutate({
      linkId: linkId ?? null,
      tagId: tagId ?? null,
      cards: [...cards],
      showVisits,
      newPassword: password === '' ? null : password,
      // The end of the day.
      expiresAt: expires === '' ? null : new Date(`${expires}T23:59:59`).toISOString(),
      origins: origins.split(/\s+/).filter(Boolean),
    })
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!creating.isPending) create()
      }}
    >
      <p class="muted">{words.shared.lead}</p>
      <fieldset class="cluster">
        <legend>{words.shared.cards}</legend>
        {ALL.map((card) => (
          <Check
            key={card}
            label={words.visits.cards[card]}
            checked={cards.includes(card)}
            onChange={(isOn) => setCards(ALL.filter((one) => (one === card ? isOn : cards.includes(one))))}
          />
        ))}
      </fieldset>
      <div class="stack tight">
        <Check label={words.shared.showVisits} checked={showVisits} onChange={setShowVisits} />
        {showVisits && <p class="muted small">{words.shared.showVisitsHint}</p>}
      </div>
      <Field
        label={words.shared.optionalPassword}
        type="password"
        autocomplete="new-password"
        value={password}
        fault={faultOf('password')}
        onInput={setPassword}
      />
      <Field
        label={words.shared.expires}
        type="date"
        value={expires}
        fault={faultOf('expiresAt')}
        onInput={setExpires}
      />
      <details>
        <summary>{words.shared.embed}</summary>
        <TextArea
          label={words.shared.origins}
          hint={words.shared.originsHint}
          value={origins}
          fault={faultOf('origins')}
          onInput={setOrigins}
        />
      </details>
      {!isOfField && <Refusal error={creating.error} />}
      <div>
        <WriteButton type="submit" class="primary" isBusy={creating.isPending} error={creating.error}>
          {words.shared.create}
        </WriteButton>
      </div>
    </form>
  )
}
