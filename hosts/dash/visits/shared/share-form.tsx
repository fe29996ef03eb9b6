import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { pathOf } from '../../api/errors.ts'
import { Check, Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { CREATE_SHARE, type Share, type Shared, shares, UPDATE_SHARE } from './queries.ts'
import { ALL_CARDS, draftOf, inputOf, type ShareDraft } from './share-draft.ts'
import styles from './shared.module.css'

interface ShareFormProps extends Shared {
  /** The page to edit; undefined for a new one. */
  readonly share?: Share | undefined
  /** Runs after the page is stored; with its URL if it is new. */
  readonly onStored: (url?: string) => void
  /** Leaves the form. */
  readonly onCancel: () => void
}

/** The form of a public page. */
export function ShareForm({ linkId, tagId, share, onStored, onCancel }: ShareFormProps) {
  const { words } = useWords()
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(share))
  const set = (part: Partial<ShareDraft>) => setDraft((before) => ({ ...before, ...part }))
  const storing = useMutation({
    mutationFn: async (draft: ShareDraft) => {
      const input = inputOf(draft, share)
      const newPassword = draft.password === '' ? null : draft.password
      if (share === undefined) {
        const subject = { linkId: linkId ?? null, tagId: tagId ?? null }
        return (await ask(CREATE_SHARE, { ...subject, ...input, newPassword })).createStatShare.url
      }
      const isKept = newPassword === null && !draft.removesPassword
      await ask(UPDATE_SHARE, { id: share.id, ...input, ...(!isKept && { newPassword }) })
    },
    // The list has the stored page before it can be edited again.
    async onSuccess(url) {
      await client.invalidateQueries({ queryKey: shares.queryKey })
      onStored(url ?? undefined)
    },
  })
  const faultOf = (name: string) => (pathOf(storing.error)?.startsWith(name) ? storing.error?.message : undefined)
  const isOfField = ['password', 'expiresAt', 'origins'].some((name) => faultOf(name) !== undefined)
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!storing.isPending) storing.mutate(draft)
      }}
    >
      {share === undefined ? <p class="muted">{words.shared.lead}</p> : <h3>{words.shared.editTitle}</h3>}
      <fieldset class="cluster">
        <legend>{words.shared.cards}</legend>
        {ALL_CARDS.map((card) => (
          <Check
            key={card}
            label={words.visits.cards[card]}
            checked={draft.cards.includes(card)}
            onChange={(isOn) =>
              set({ cards: ALL_CARDS.filter((one) => (one === card ? isOn : draft.cards.includes(one))) })
            }
          />
        ))}
      </fieldset>
      <div class="stack tight">
        <Check
          label={words.shared.showVisits}
          checked={draft.showVisits}
          onChange={(showVisits) => set({ showVisits })}
        />
        {draft.showVisits && <p class="muted small">{words.shared.showVisitsHint}</p>}
      </div>
      {!draft.removesPassword && (
        <Field
          label={words.shared.optionalPassword}
          hint={share?.hasPassword && words.shared.keepPassword}
          type="password"
          autocomplete="new-password"
          value={draft.password}
          fault={faultOf('password')}
          onInput={(password) => set({ password })}
        />
      )}
      {share?.hasPassword && (
        <Check
          label={words.shared.removePassword}
          checked={draft.removesPassword}
          onChange={(removesPassword) => set({ removesPassword, password: '' })}
        />
      )}
      <Field
        label={words.shared.expires}
        type="date"
        value={draft.expires}
        fault={faultOf('expiresAt')}
        onInput={(expires) => set({ expires })}
      />
      <details class={styles.embed}>
        <summary>{words.shared.embed}</summary>
        <TextArea
          label={words.shared.origins}
          hint={words.shared.originsHint}
          value={draft.origins}
          fault={faultOf('origins')}
          onInput={(origins) => set({ origins })}
        />
      </details>
      {!isOfField && <Refusal error={storing.error} />}
      <div class="actions">
        <button type="button" class="button" onClick={onCancel}>
          {share === undefined ? words.common.close : words.common.cancel}
        </button>
        <WriteButton type="submit" class="primary" isBusy={storing.isPending} error={storing.error}>
          {share === undefined ? words.shared.create : words.shared.save}
        </WriteButton>
      </div>
    </form>
  )
}
