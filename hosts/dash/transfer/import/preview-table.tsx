import { useWords } from '../../ui/words.tsx'
import styles from '../transfer.module.css'
import type { Ready } from './plan-file.ts'

const SHOWN = 5

/** Preview of the first links. */
export function PreviewTable({ links }: { readonly links: readonly Ready[] }) {
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
            {links.slice(0, SHOWN).map(({ row, slug, target, input }) => (
              <tr key={`${row} ${slug}`}>
                <td>
                  <bdi>{slug}</bdi>
                </td>
                <td>
                  <bdi>{target}</bdi>
                </td>
                <td>
                  <bdi>{input.title ?? ''}</bdi>
                </td>
                <td>{format.list(input.tags ?? [])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
