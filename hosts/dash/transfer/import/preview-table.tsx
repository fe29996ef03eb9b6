import { useWords } from '../../ui/words.tsx'
import type { ImportReport } from '../queries.ts'
import styles from '../transfer.module.css'

/** Preview of the first links. */
export function PreviewTable({ links }: { readonly links: ImportReport['samples'] }) {
  const { words, format } = useWords()
  return (
    <section class="stack tight">
      <h3>{words.transfer.first}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas need keyboard access */}
      <section class="scroll-x" tabIndex={0} aria-label={words.transfer.first}>
        <table class={`table small ${styles.wide}`}>
          <thead>
            <tr>
              <th scope="col">{words.transfer.slug}</th>
              <th scope="col">{words.transfer.target}</th>
              <th scope="col">{words.transfer.title}</th>
              <th scope="col">{words.transfer.tags}</th>
            </tr>
          </thead>
          <tbody>
            {links.map(({ slug, target, title, tags }) => (
              <tr key={slug}>
                <td>
                  <bdi>{slug}</bdi>
                </td>
                <td>
                  <bdi>{target}</bdi>
                </td>
                <td>
                  <bdi>{title}</bdi>
                </td>
                <td>{format.list(tags)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
