import { useQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { codeOf } from '../../api/errors.ts'
import { Field } from '../../ui/field.tsx'
import { Bones, Failed } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'
import { type Opened, openShared } from './queries.ts'
import styles from './shared.module.css'
import { SharedNumbers } from './shared-numbers.tsx'

const PATH = '/dash/shared/'

/** Shared statistics, for anyone who has the URL: no account, no links, no filters. */
export function SharedPage() {
  const { words } = useWords()
  const { path } = useLocation()
  const token = path.slice(PATH.length)
  const [password, setPassword] = useState<string>()
  const query = useQuery(openShared(token, password))
  const code = query.error ? codeOf(query.error) : undefined
  if (query.data) {
    return (
      <Frame title={titleOf(query.data, words.shared.all)}>
        <SharedNumbers token={token} opened={query.data} path={path} />
      </Frame>
    )
  }
  if (code === 'NOT_FOUND') {
    return (
      <Frame title={words.shared.missing}>
        <p class="muted">{words.shared.missingAdvice}</p>
      </Frame>
    )
  }
  if (code === 'FORBIDDEN') {
    return (
      <Frame title={words.shared.title}>
        <PasswordForm fault={password === undefined ? undefined : words.shared.wrongPassword} onEnter={setPassword} />
      </Frame>
    )
  }
  return (
    <Frame title={words.shared.title}>
      {query.error ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : <Bones height="24rem" />}
    </Frame>
  )
}

const titleOf = ({ name }: Opened, all: string) => name ?? all

function Frame({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const { words } = useWords()
  useLayoutEffect(() => {
    document.title = `${title} · ${words.shared.title}`
  }, [title, words])
  return (
    <main class={`stack ${styles.page}`}>
      <header>
        <p class="muted small">{words.shared.title}</p>
        <h1>
          <bdi>{title}</bdi>
        </h1>
      </header>
      {children}
    </main>
  )
}

interface PasswordFormProps {
  readonly fault: string | undefined
  readonly onEnter: (password: string) => void
}

function PasswordForm({ fault, onEnter }: PasswordFormProps) {
  const { words } = useWords()
  const [typed, setTyped] = useState('')
  return (
    <form
      class={`card stack ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        onEnter(typed)
      }}
    >
      <Field
        label={words.shared.password}
        type="password"
        autocomplete="off"
        required
        value={typed}
        fault={fault}
        onInput={setTyped}
      />
      <button type="submit" class="button primary">
        {words.shared.open}
      </button>
    </form>
  )
}
