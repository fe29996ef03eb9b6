import { CopyButton } from '../ui/copy.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './opens.module.css'
import { VERIFY } from './verify-code.ts'

/** Code to copy for verifying the signature of messages. */
export function VerifyPart() {
  const { words } = useWords()
  return (
    <section class="card stack" aria-label={words.webhooks.verify}>
      <h2>{words.webhooks.verify}</h2>
      <p class="muted small">{words.webhooks.verifyHint}</p>
      {VERIFY.map(([name, code]) => (
        <details key={name} class={styles.opens}>
          <summary>{words.webhooks.verifyBy[name]}</summary>
          <div class="stack tight">
            <pre class="code">{code}</pre>
            <div>
              <CopyButton wide quiet text={code} label={words.common.copy} />
            </div>
          </div>
        </details>
      ))}
    </section>
  )
}
