import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { pathOf } from '../api/errors.ts'
import type { InputOf } from '../api/graphql.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useDebounced } from '../ui/hooks/use-debounced.ts'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import { ADMIN_KEY, anyLinks, BLOCK_HOST } from './queries.ts'

interface BlockDialogProps {
  /** The host in the field at first. */
  readonly host?: string
  readonly onClose: () => void
}

/** Blocks a host, for a reason that other administrators see. */
export function BlockDialog({ host: given = '', onClose }: BlockDialogProps) {
  const { words } = useWords()
  const client = useQueryClient()
  const [host, setHost] = useState(given)
  const [reason, setReason] = useState('')
  const blocking = useMutation({
    mutationFn: (block: InputOf<typeof BLOCK_HOST>) => ask(BLOCK_HOST, block),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: ADMIN_KEY })
    },
  })
  const isOfHost = pathOf(blocking.error) === 'host'
  return (
    <Dialog title={words.admin.blockHost} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!blocking.isPending) blocking.mutate({ host: host.trim(), reason: reason.trim() || null })
        }}
      >
        <Field
          label={words.admin.host}
          hint={words.admin.hostHint}
          placeholder="phish.example"
          required
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={255}
          value={host}
          fault={isOfHost ? blocking.error?.message : undefined}
          onInput={setHost}
        />
        <Field
          label={words.admin.reason}
          hint={words.admin.reasonHint}
          autocomplete="off"
          maxLength={500}
          value={reason}
          onInput={setReason}
        />
        <p>{words.admin.blockHostLoss}</p>
        <LinksToHost host={useDebounced(host.trim(), 250)} />
        {!isOfHost && <Refusal error={blocking.error} />}
        <div class="actions">
          <button type="button" class="button" onClick={onClose}>
            {words.common.cancel}
          </button>
          <WriteButton type="submit" class="danger" isBusy={blocking.isPending} error={blocking.error}>
            {words.admin.blockHost}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  )
}

/** Number of the links to a host. With a leading dot it also stands for subdomains, which the server does not count. */
export function LinksToHost({ host }: { readonly host: string }) {
  const { words, format } = useWords()
  const isKnown = host !== '' && !host.startsWith('.')
  const { data, isPlaceholderData } = useQuery({
    ...anyLinks({ search: '', host, owner: null }, 0),
    enabled: isKnown,
  })
  return (
    <p class="number" role="status">
      {isKnown && data && !isPlaceholderData && (
        <strong>{words.admin.toHost(data.totalCount, format.number(data.totalCount))}</strong>
      )}
    </p>
  )
}
