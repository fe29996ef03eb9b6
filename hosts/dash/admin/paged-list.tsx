import type { ComponentChildren } from 'preact'
import shared from '../ui/rows.module.css'
import { Empty, Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './admin.module.css'
import { PAGE_SIZE } from './queries.ts'

interface PagedListProps<Item> {
  readonly label: string
  /** Text in place of an empty list. */
  readonly none?: string
  readonly query: {
    readonly data: { readonly items: readonly Item[]; readonly totalCount: number } | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly skip: number
  readonly onSkip: (skip: number) => void
  readonly children: (item: Item) => ComponentChildren
}

/** One page of a list of the whole instance, with buttons for the others. */
export function PagedList<Item extends { readonly id: string }>(props: PagedListProps<Item>) {
  const { words, format } = useWords()
  const { label, query, skip, onSkip, children } = props
  return (
    <Loaded query={query} height="16rem">
      {({ items, totalCount }) =>
        totalCount === 0 ? (
          <Empty title={props.none ?? words.admin.none} />
        ) : (
          <>
            <ul class={`${shared.rows} ${styles.list}`} aria-label={label}>
              {items.map((item) => (
                <li key={item.id}>{children(item)}</li>
              ))}
            </ul>
            <div class="cluster no-print">
              <p class="muted small number" role="status">
                {words.admin.shown(
                  format.number(skip + 1),
                  format.number(skip + items.length),
                  format.number(totalCount),
                )}
              </p>
              <button type="button" class="button" disabled={skip === 0} onClick={() => onSkip(skip - PAGE_SIZE)}>
                {words.admin.previous}
              </button>
              <button
                type="button"
                class="button"
                disabled={skip + items.length >= totalCount}
                onClick={() => onSkip(skip + PAGE_SIZE)}
              >
                {words.admin.next}
              </button>
            </div>
          </>
        )
      }
    </Loaded>
  )
}
