import { Plus } from 'lucide'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { randomId } from '../../api/random-id.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import { type LinkDraft, nameOf } from '../draft.ts'
import { linkField } from '../draft-faults.ts'
import { LinkItem } from './link-item.tsx'
import { lastOrder, moved } from './link-order.ts'
import styles from './links-part.module.css'
import { useDrag } from './use-drag.ts'

const MAX_LINKS = 100

interface LinksPartProps {
  readonly links: readonly LinkDraft[]
  /** The validation error of a field. */
  readonly faultOf: (field: string) => string | undefined
  readonly onChange: (links: readonly LinkDraft[]) => void
}

/** The links of a page, in their order. */
export function LinksPart({ links, faultOf, onChange }: LinksPartProps) {
  const { words } = useWords()
  const part = useRef<HTMLElement>(null)
  const [news, setNews] = useState('')
  const focusLater = useFocusLater(part, [links])
  const move = (from: number, to: number) => {
    const { links: order, changed } = moved(links, from, to)
    if (changed.length === 0) return
    const name = nameOf(links[from] as LinkDraft) || words.bio.linkAt(from + 1)
    setNews(words.bio.moved(name, to + 1, links.length))
    onChange(order)
  }
  const drag = useDrag(move)
  return (
    <section ref={part} class="card stack" aria-label={words.bio.links}>
      <h2 tabIndex={-1}>{words.bio.links}</h2>
      {links.length === 0 ? (
        <p class="muted">{words.bio.noLinks}</p>
      ) : (
        <p class="muted small">{words.bio.addressHint}</p>
      )}
      <ol class={styles.links}>
        {links.map((link, at) => (
          <li key={link.id} data-link={link.id} {...drag.place(at)}>
            <LinkItem
              link={link}
              place={at + 1}
              isLast={at === links.length - 1}
              fault={faultOf(linkField(link.id))}
              onInput={(typed) => onChange(links.with(at, { ...link, ...typed }))}
              onDragStart={drag.start(at)}
              onDragEnd={drag.end}
              onMove={(by) => {
                focusLater(link.id, `[data-move="${by}"]:enabled`, '[data-move]:enabled')
                move(at, at + by)
              }}
              onRemove={() => {
                part.current?.querySelector('h2')?.focus()
                onChange(links.toSpliced(at, 1))
              }}
            />
          </li>
        ))}
      </ol>
      <p class="visually-hidden" role="status">
        {news}
      </p>
      {links.length < MAX_LINKS ? (
        <div>
          <button
            type="button"
            class="button"
            onClick={() => {
              const id = randomId()
              focusLater(id, 'input')
              onChange([...links, { id, label: '', url: '', order: lastOrder(links) }])
            }}
          >
            <Icon of={Plus} /> {words.bio.add}
          </button>
        </div>
      ) : (
        <p class="muted">{words.bio.full(MAX_LINKS)}</p>
      )}
    </section>
  )
}

/** Focuses the first available one of a link's controls after the page is redrawn, since a moved control loses the focus. */
function useFocusLater(part: RefObject<HTMLElement | null>, changes: readonly unknown[]) {
  const wanted = useRef<{ readonly id: string; readonly controls: readonly string[] }>(null)
  useLayoutEffect(() => {
    const { id = '', controls = [] } = wanted.current ?? {}
    wanted.current = null
    const row = part.current?.querySelector(`[data-link="${CSS.escape(id)}"]`)
    const found = controls.map((control) => row?.querySelector<HTMLElement>(control)).find((control) => control != null)
    found?.focus()
  }, changes)
  return (id: string, ...controls: readonly string[]) => {
    wanted.current = { id, controls }
  }
}
