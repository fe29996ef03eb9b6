import { useWords } from '../ui/words.tsx'

/** Link to the import and export page. */
export function TransferPart() {
  const { words } = useWords()
  return (
    <section class="card stack" aria-label={words.transfer.open}>
      <h3>{words.transfer.open}</h3>
      <p class="muted small">{words.transfer.openHint}</p>
      <div>
        <a class="button" href="/dash/settings/import">
          {words.transfer.open}
        </a>
      </div>
    </section>
  )
}
