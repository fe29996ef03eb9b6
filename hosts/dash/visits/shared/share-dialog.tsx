import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { Share2 } from 'lucide'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { DELETE_SHARE, type Share, type Shared, shares } from './queries.ts'
import { ShareForm } from './share-form.tsx'
import styles from './shared.module.css'

/** The button that opens the dialog about shared statistics. */
export function ShareButton(shared: Shared) {
  const { words } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="button plain" onClick={() => setOpen(true)}>
        <Icon of={Share2} /> <span>{words.shared.share}</span>
      </button>
      {isOpen && <ShareDialog {...shared} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Lists the public pages of these statistics, creates one, edits and revokes them. The URL of a new one is shown once. */
function ShareDialog({ linkId, tagId, onClose }: Shared & { readonly onClose: () => void }) {
  const { words } = useWords()
  const query = useQuery(shares)
  const [url, setUrl] = useState<string>()
  const [edited, setEdited] = useState<Share>()
  const endEditing = () => setEdited(undefined)
  const isSame = (share: Share) => share.linkId === (linkId ?? null) && share.tagId === (tagId ?? null)
  return (
    <Dialog title={words.shared.dialog} onClose={onClose}>
      {url !== undefined && (
        <div class="stack tight" role="status">
          <p>{words.shared.created}</p>
          <pre class="code">{url}</pre>
          <div>
            <CopyButton wide quiet text={url} label={words.shared.copy} />
          </div>
        </div>
      )}
      <Loaded query={query} height="0">
        {(all) => {
          const own = all.filter(isSame)
          return (
            own.length > 0 && (
              <section class="stack tight" aria-label={words.shared.active}>
                <h3>{words.shared.active}</h3>
                <ul class={styles.shares}>
                  {own.map((share) => (
                    <ShareRow key={share.id} share={share} onEdit={() => setEdited(share)} onRevoked={endEditing} />
                  ))}
                </ul>
              </section>
            )
          )
        }}
      </Loaded>
      {edited !== undefined && (
        <ShareForm
          key={edited.id}
          linkId={linkId}
          tagId={tagId}
          share={edited}
          onStored={() => {
            endEditing()
            toast(words.edit.saved)
          }}
          onCancel={endEditing}
        />
      )}
      {edited === undefined && url === undefined && (
        <ShareForm linkId={linkId} tagId={tagId} onStored={setUrl} onCancel={onClose} />
      )}
      {edited === undefined && url !== undefined && (
        <div class="actions">
          <button type="button" class="button" onClick={onClose}>
            {words.common.close}
          </button>
        </div>
      )}
    </Dialog>
  )
}

interface ShareRowProps {
  readonly share: Share
  readonly onEdit: () => void
  readonly onRevoked: () => void
}

function ShareRow({ share, onEdit, onRevoked }: ShareRowProps) {
  const { words, format } = useWords()
  const client = useQueryClient()
  const revoking = useMutation({
    mutationFn: () => ask(DELETE_SHARE, { id: share.id }),
    onSuccess: () => {
      onRevoked()
      toast(words.shared.revoked)
    },
    onError: (error) => toast(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: shares.queryKey }),
  })
  const facts = [
    words.shared.createdOn(format.date(share.createdAt)),
    ...(share.showVisits ? [words.shared.withVisits] : []),
    ...(share.hasPassword ? [words.shared.withPassword] : []),
    ...(share.expiresAt === null ? [] : [words.shared.until(format.dateTime(share.expiresAt))]),
    ...(share.origins.length > 0 ? [words.shared.embeddedOn(format.list(share.origins))] : []),
  ]
  return (
    <li>
      <span class="small">{facts.join(' · ')}</span>
      <span class="cluster">
        <button type="button" class="button" disabled={revoking.isPending} onClick={onEdit}>
          {words.shared.edit}
        </button>
        <button type="button" class="button danger" disabled={revoking.isPending} onClick={() => revoking.mutate()}>
          {words.shared.revoke}
        </button>
      </span>
    </li>
  )
}
