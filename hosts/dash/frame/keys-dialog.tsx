import { Dialog } from '../ui/dialog.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './keys-dialog.module.css'

/** The keys of every page, and of the list of links. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { words } = useWords()
  return (
    <Dialog title={words.frame.keys} onClose={onClose}>
      <dl class={styles.keys}>
        {words.keys.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p class="muted small">{words.frame.keysOff}</p>
      <div>
        <button type="button" class="button" onClick={onClose}>
          {words.common.close}
        </button>
      </div>
    </Dialog>
  )
}
