import { useWords } from '../ui/words.tsx'

/** Link to the defaults for new links. */
export function DefaultsPart() {
  const { words } = useWords()
  return (
    <section class="card stack" aria-label={words.settings.sections.defaults}>
      <p class="muted small">{words.defaults.openHint}</p>
      <div>
        <a class="button" href="/dash/settings/defaults">
          {words.defaults.edit}
        </a>
      </div>
    </section>
  )
}
