import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { NO_LINK, nameOf, type PageDraft, typedLink } from '../draft.ts'
import { ADD_LINK, type BioLink, type BioPage, CHANGE_LINK, MOVE_LINK } from '../queries.ts'
import { usePageChange } from '../use-page-change.ts'
import { LinkForm } from './link-form.tsx'
import { LinkItem } from './link-item.tsx'
import { lastOrder, moved } from './link-order.ts'
import styles from './links-part.module.css'
import { RemoveLink } from './remove-link.tsx'
import { useDrag } from './use-drag.ts'

const MAX_LINKS = 100

interface LinksPartProps {
  readonly page: BioPage
  readonly draft: PageDraft
  readonly set: (part: Partial<PageDraft>) => void
}

/** The links of a page: order, which is saved at once, label and URL, and the form for a new link. */
export function LinksPart({ page, draft, set }: LinksPartProps) {
  const { words } = useWords()
  const { links } = page
  const { edited, added } = draft
  const part = useRef<HTMLElement>(null)
  const [removed, setRemoved] = useState<BioLink>()
  const [news, setNews] = useState('')
  const focusLater = useFocusLater(part, [links, edited])
  const ordering = usePageChange(page.id, (error) => toast(error.message))
  const move = (from: number, to: number) => {
    const { links: order, changed } = moved(links, from, to)
    if (changed.length === 0) return
    setNews(words.bio.moved(nameOf(links[from] as BioLink), to + 1, links.length))
    ordering.mutate({
      shown: (shown) => ({ ...shown, links: order }),
      send: async () => {
        for (const { id, order } of changed) await ask(MOVE_LINK, { id, order })
      },
    })
  }
  const drag = useDrag(move)
  const close = (id: string) => {
    focusLater(id, '[data-edit]')
    set({ edited: undefined })
  }
  return (
    <section ref={part} class="card stack" aria-label={words.bio.links}>
      <h2 tabIndex={-1}>{words.bio.links}</h2>
      {links.length === 0 && <p class="muted">{words.bio.noLinks}</p>}
      <ol class={styles.links}>
        {links.map((link, at) => (
          <li key={link.id} data-link={link.id} {...drag.place(at)}>
            {edited?.id === link.id ? (
              <LinkForm
                page={page.id}
                name={words.bio.editLink(nameOf(link))}
                action={words.common.save}
                link={edited}
                onInput={(typed) => set({ edited: { ...typed, id: link.id } })}
                send={() => ask(CHANGE_LINK, { id: link.id, ...typedLink(edited) })}
                onSaved={() => close(link.id)}
                onCancel={() => close(link.id)}
              />
            ) : (
              <LinkItem
                link={link}
                isFirst={at === 0}
                isLast={at === links.length - 1}
                onDragStart={drag.start(at)}
                onDragEnd={drag.end}
                onMove={(by) => {
                  focusLater(link.id, `[data-move="${by}"]:enabled`, '[data-move]:enabled')
                  move(at, at + by)
                }}
                onEdit={() => set({ edited: { id: link.id, label: link.label ?? '', url: link.url } })}
                onRemove={() => setRemoved(link)}
              />
            )}
          </li>
        ))}
      </ol>
      <p class="visually-hidden" role="status">
        {news}
      </p>
      {links.length < MAX_LINKS ? (
        <LinkForm
          page={page.id}
          name={words.bio.add}
          action={words.bio.add}
          link={added}
          onInput={(typed) => set({ added: typed })}
          send={() => ask(ADD_LINK, { id: page.id, ...typedLink(added), order: lastOrder(links) })}
          onSaved={() => set({ added: NO_LINK })}
        />
      ) : (
        <p class="muted">{words.bio.full(MAX_LINKS)}</p>
      )}
      {removed && (
        <RemoveLink
          page={page}
          link={removed}
          onClose={(isRemoved) => {
            setRemoved(undefined)
            if (isRemoved) part.current?.querySelector('h2')?.focus()
          }}
        />
      )}
    </section>
  )
}

/** Focuses the first available one of a link's controls after the page is redrawn, since a moved or replaced control loses the focus. */
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
