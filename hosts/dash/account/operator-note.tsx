import { useQuery } from '@tanstack/preact-query'
import { useWords } from '../ui/words.tsx'
import { account } from './queries.ts'

/** Shows the operator the command that makes this account an administrator. */
export function OperatorNote() {
  const { words } = useWords()
  const { data } = useQuery(account)
  if (data === undefined || data === null || data.role === 'ADMIN') return null
  return (
    <section class="card stack tight" aria-label={words.account.operator}>
      <h2>{words.account.operator}</h2>
      <p class="muted">{words.account.operatorHint}</p>
      <pre class="code">shortlink user promote {data.email}</pre>
    </section>
  )
}
