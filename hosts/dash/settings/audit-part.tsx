import { useWords } from '../ui/words.tsx'

/** Link to the audit log. */
export function AuditPart() {
  const { words } = useWords()
  return (
    <section class="card stack" aria-label={words.audit.open}>
      <h3>{words.audit.open}</h3>
      <p class="muted small">{words.audit.openHint}</p>
      <div>
        <a class="button" href="/dash/settings/audit">
          {words.audit.open}
        </a>
      </div>
    </section>
  )
}
