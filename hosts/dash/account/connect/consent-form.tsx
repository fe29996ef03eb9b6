import { useMutation } from '@tanstack/preact-query'
import { BadgeCheck, TriangleAlert } from 'lucide'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { codeOf } from '../../api/errors.ts'
import { Check } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { scopeText } from '../../ui/text/scope-text.ts'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import type { Messages } from '../../words/messages.ts'
import styles from './connect.module.css'
import { APPROVE_APP, DENY_APP, type PendingApp } from './queries.ts'

interface ConsentFormProps {
  readonly uid: string
  readonly app: PendingApp
  /** Called with the URL where the browser goes next. */
  readonly onApproved: (url: string) => void
  readonly onDenied: (url: string) => void
  /** Called if the request was answered elsewhere, or waited too long. */
  readonly onExpired: () => void
}

/** Who asks for access and for what: each permission can be left out, and nothing is granted before Connect. */
export function ConsentForm({ uid, app, onApproved, onDenied, onExpired }: ConsentFormProps) {
  const { words } = useWords()
  const [chosen, setChosen] = useState<readonly string[]>(app.preselectedScopes)
  const onError = (error: unknown) => {
    if (codeOf(error) === 'NOT_FOUND') onExpired()
  }
  const approving = useMutation({
    onError,
    // The URL has a secret of this browser.
    gcTime: 0,
    mutationFn: async (scopes: readonly string[]) =>
      onApproved((await ask(APPROVE_APP, { uid, scopes: [...scopes] })).approveApp),
  })
  const denying = useMutation({ onError, mutationFn: async () => onDenied((await ask(DENY_APP, { uid })).denyApp) })
  const isBusy = approving.isPending || denying.isPending
  const set = (scope: string, isChosen: boolean) =>
    setChosen((before) => app.scopes.filter((one) => (one === scope ? isChosen : before.includes(one))))
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && chosen.length > 0) approving.mutate(chosen)
      }}
    >
      <Origin app={app} />
      <fieldset class="stack tight">
        <legend>{words.apps.may(app.name)}</legend>
        {app.scopes.map((scope) => (
          <Check
            key={scope}
            label={<ScopeLabel scope={scope} words={words} />}
            checked={chosen.includes(scope)}
            onChange={(isChosen) => set(scope, isChosen)}
          />
        ))}
        {chosen.length === 0 && (
          <p class="wrong small" role="alert">
            {words.apps.noScopes}
          </p>
        )}
      </fieldset>
      <p class="muted small">
        {words.apps.goesTo(app.redirectHost)} {words.apps.untilRevoked}
      </p>
      <Refusal error={approving.error ?? denying.error} />
      <div class={styles.answers}>
        <WriteButton isBusy={denying.isPending} disabled={isBusy} onClick={() => denying.mutate()}>
          {words.apps.deny}
        </WriteButton>
        <WriteButton
          type="submit"
          class="primary"
          disabled={isBusy || chosen.length === 0}
          isBusy={approving.isPending}
          error={approving.error}
        >
          {words.apps.connect}
        </WriteButton>
      </div>
    </form>
  )
}

/** Where the app comes from, and whether that is proven. */
function Origin({ app: { host, verified, redirectHost } }: Pick<ConsentFormProps, 'app'>) {
  const { words } = useWords()
  if (verified) {
    return (
      <p class={styles.origin}>
        <Icon of={BadgeCheck} />
        <span>
          <strong>
            <bdi>{host ?? redirectHost}</bdi>
          </strong>{' '}
          <span class="muted small">{host === null ? words.apps.addedByOperator : words.apps.verified}</span>
        </span>
      </p>
    )
  }
  return (
    <p class={styles.origin} data-kind="warn">
      <Icon of={TriangleAlert} />
      <span>
        <strong>{words.apps.unverified}</strong>
        <br />
        <span class="small">{words.apps.unverifiedAdvice(redirectHost)}</span>
      </span>
    </p>
  )
}

/** A permission in words, with its risk. */
function ScopeLabel({ scope, words }: { readonly scope: string; readonly words: Messages }) {
  const risk = words.apps.risks[scope]
  return (
    <>
      {scopeText(scope, words)}
      {risk && <span class="muted small"> · {risk}</span>}
    </>
  )
}
