import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { account } from '../account/queries.ts'
import { ask } from '../api/ask.ts'
import { pathOf } from '../api/errors.ts'
import { Loaded } from '../ui/states.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import { SET_IGNORED_ADDRESSES } from './queries.ts'

/** Keeps visits from the account's own addresses out of the counts. */
export function OwnVisitsPart() {
  const { words } = useWords()
  const query = useQuery(account)
  return (
    <section class="card stack" aria-label={words.settings.ownVisits}>
      <Loaded query={{ ...query, data: query.data ?? undefined }} height="8rem">
        {({ ignoredAddresses }) => <AddressesForm addresses={ignoredAddresses} />}
      </Loaded>
    </section>
  )
}

const toLines = (addresses: readonly string[]) => addresses.join('\n')
const toAddresses = (typed: string) => typed.split(/[\s,]+/).filter((address) => address !== '')

function AddressesForm({ addresses }: { readonly addresses: readonly string[] }) {
  const { words } = useWords()
  const client = useQueryClient()
  const [typed, setTyped] = useState(toLines(addresses))
  const saving = useMutation({
    mutationFn: (given: string[]) => ask(SET_IGNORED_ADDRESSES, { addresses: given }),
    onSuccess({ setIgnoredAddresses: { ignoredAddresses } }) {
      client.setQueryData(account.queryKey, (before) => before && { ...before, ignoredAddresses })
      setTyped(toLines(ignoredAddresses))
      toast(words.edit.saved)
    },
  })
  const { error, variables = [] } = saving
  const [field, index] = pathOf(error)?.split('.') ?? []
  const isOfField = field === 'ignoredAddresses'
  const wrong = variables[Number(index)]
  const fault = wrong === undefined ? error?.message : words.settings.notAnAddress(wrong)
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) saving.mutate(toAddresses(typed))
      }}
    >
      <TextArea
        label={words.settings.ignoredAddresses}
        hint={words.settings.ignoredHint}
        value={typed}
        fault={isOfField ? fault : undefined}
        onInput={setTyped}
      />
      {!isOfField && <Refusal error={error} />}
      <div>
        <WriteButton type="submit" isBusy={saving.isPending} error={error}>
          {words.common.save}
        </WriteButton>
      </div>
    </form>
  )
}
