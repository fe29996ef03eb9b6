import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { Plug } from 'lucide'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import styles from '../../ui/rows.module.css'
import { Empty, Loaded } from '../../ui/states.tsx'
import { scopeText } from '../../ui/text/scope-text.ts'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import ownStyles from './apps.module.css'
import { type ConnectedApp, connectedApps, DISCONNECT_APP } from './queries.ts'
import { SignInUrl } from './sign-in-url.tsx'

interface AppsPartProps {
  /** The address that apps connect to. */
  readonly url: string
  /** The outside issuer where apps sign in. */
  readonly issuer?: string | undefined
}

/** The apps with access to the account, each with a button that ends it. Access by an outside issuer ends at the issuer. */
export function AppsPart({ url, issuer }: AppsPartProps) {
  const { words } = useWords()
  const hint = issuer === undefined ? words.apps.hint : words.apps.issuerHint(new URL(issuer).host)
  const client = useQueryClient()
  const query = useQuery(connectedApps)
  const [asked, setAsked] = useState<ConnectedApp>()
  const disconnecting = useMutation({
    mutationFn: (id: string) => ask(DISCONNECT_APP, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: connectedApps.queryKey }),
    onSuccess: () => setAsked(undefined),
    onError: (error) => toast(error.message),
  })
  return (
    <section class="card stack" aria-label={words.settings.sections.apps}>
      <Loaded query={query} height="6rem">
        {(list) =>
          list.length === 0 ? (
            <Empty icon={Plug} title={words.apps.none} advice={hint} />
          ) : (
            <ul class={styles.rows} aria-label={words.apps.list}>
              {list.map((app) => (
                <AppRow key={app.id} app={app} onDisconnect={() => setAsked(app)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {issuer !== undefined && query.data !== undefined && query.data.length > 0 && <p class="muted small">{hint}</p>}
      <HowTo url={url} />
      {asked && (
        <ConfirmDialog
          title={words.apps.disconnectOf(asked.name)}
          action={words.apps.disconnect}
          isBusy={disconnecting.isPending}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => disconnecting.mutate(asked.id)}
        >
          <p>{isIssuerLink(asked) ? words.apps.issuerLoss(asked.name) : words.apps.disconnectLoss}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Whether a connection is the link to a user of an outside issuer, whose tokens name the scopes. */
const isIssuerLink = ({ scopes }: ConnectedApp) => scopes.length === 0

interface AppRowProps {
  readonly app: ConnectedApp
  readonly onDisconnect: () => void
}

function AppRow({ app, onDisconnect }: AppRowProps) {
  const { words, format } = useWords()
  return (
    <li>
      <div>
        <strong>
          <bdi>{app.name}</bdi>
        </strong>{' '}
        {app.verified ? (
          app.host !== app.name && <bdi class="muted small">{app.host}</bdi>
        ) : (
          <span class="chip">{words.apps.unverified}</span>
        )}
        <p class="small">
          {isIssuerLink(app)
            ? words.apps.issuerLink(app.name)
            : app.scopes.map((scope) => scopeText(scope, words)).join(', ')}
        </p>
        <p class="muted small">
          {words.apps.connected(
            format.date(app.createdAt),
            app.lastUsedAt ? format.ago(app.lastUsedAt) : words.apps.unused,
          )}
        </p>
      </div>
      <button type="button" class="button danger" aria-label={words.apps.disconnectOf(app.name)} onClick={onDisconnect}>
        {words.apps.disconnect}
      </button>
    </li>
  )
}

/** How to connect an app: the URL that it asks for, and where it does. */
function HowTo({ url }: Pick<AppsPartProps, 'url'>) {
  const { words } = useWords()
  const { title, claude, chatgpt, others } = words.apps.howTo
  return (
    <>
      <h3>{title}</h3>
      <SignInUrl url={url} />
      <ul class={ownStyles.steps}>
        {[claude, chatgpt, others].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </>
  )
}
