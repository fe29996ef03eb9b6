import { Fragment } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useWords } from '../ui/words.tsx'
import styles from './keys-list.module.css'

/**
 * The shortcuts of every page, and of the list of links. It is a popover: the page under it stays usable, so that users can try a shortcut
 * while the list shows, and the browser need not compute the style of the whole page again, as for a modal dialog.
 */
export function KeysList({ onClose }: { readonly onClose: () => void }) {
  const { words } = useWords()
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => element.current?.showPopover(), [])
  /** The popover must not cover the focused element (WCAG 2.4.11). */
  const closeIfLeft = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !element.current?.contains(relatedTarget)) element.current?.hidePopover()
  }
  return (
    <dialog
      ref={element}
      id={id}
      popover="auto"
      class={styles.list}
      aria-labelledby={`${id}-title`}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onFocusOut={closeIfLeft}
      onKeyDown={(event) => {
        if (event.key !== '?') return
        // Otherwise the page would open the list again.
        event.stopPropagation()
        element.current?.hidePopover()
      }}
    >
      <div class="stack">
        <div class="cluster apart">
          <h2 id={`${id}-title`}>{words.frame.keys}</h2>
          <button type="button" class="button" popovertarget={id} popovertargetaction="hide">
            {words.common.close}
          </button>
        </div>
        <dl class={styles.keys}>
          {words.keys.map(([keys, meaning]) => (
            <Fragment key={keys}>
              <dt>
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </Fragment>
          ))}
        </dl>
        <p class="muted small">{words.frame.keysOff}</p>
      </div>
    </dialog>
  )
}
