import type { ComponentChildren } from 'preact'
import styles from './as-table.module.css'
import { useWords } from './words.tsx'

/** The numbers of a chart, as rows of a table that opens below it. */
export function AsTable({ children }: { readonly children: ComponentChildren }) {
  const { words } = useWords()
  return (
    <details class="no-print">
      <summary class="small">{words.common.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas need keyboard access */}
      <section class={styles.scroll} tabIndex={0} aria-label={words.common.asTable}>
        <table class="table small">{children}</table>
      </section>
    </details>
  )
}
