import type { ComponentChildren } from 'preact'
import { useWords } from '../words.tsx'
import { Refusal, WriteButton } from '../write.tsx'
import styles from './save-bar.module.css'

/** A value that cannot be saved. */
export interface FieldFault {
  /** The label of its field. */
  readonly label: string
  readonly message: string
  readonly onShow: () => void
}

interface SaveBarProps {
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly isRestored: boolean
  /** The last refusal that belongs to no field. */
  readonly error: unknown
  readonly faults: readonly FieldFault[]
  /** Text of the button that saves; "Save" by default. */
  readonly action?: string
  /** Whether unchanged values can be saved, as for a new record. */
  readonly isNew?: boolean
  /** Called by the button; without it the button submits the form around it. */
  readonly onSave?: () => void
  readonly onDiscard: () => void
  /** Consequences of saving. */
  readonly children?: ComponentChildren
}

/** The bar of a form, in view while there are unsaved changes: saves or discards all changes of the page, and lists all invalid values. */
export function SaveBar(props: SaveBarProps) {
  const { isDirty, isSaving, isRestored, error, faults, action, isNew = false, onSave, onDiscard, children } = props
  const { words } = useWords()
  return (
    <div class={`${styles.bar} ${isDirty || isNew ? styles.floating : ''}`} data-dirty={isDirty}>
      {faults.length > 0 && (
        <ul class={styles.faults} aria-label={words.edit.faultsTitle}>
          {faults.map(({ label, message, onShow }) => (
            <li key={label}>
              <button type="button" onClick={onShow}>
                <strong>{label}</strong>: {message}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Refusal error={error} />
      {children}
      <div class="cluster">
        <WriteButton
          type={onSave ? 'button' : 'submit'}
          class="primary"
          disabled={!isDirty && !isNew}
          isBusy={isSaving}
          error={error}
          {...(onSave && { onClick: onSave })}
        >
          {action ?? words.common.save}
        </WriteButton>
        <button type="button" class="button" disabled={!isDirty || isSaving} onClick={onDiscard}>
          {words.edit.discard}
        </button>
        {isDirty && (
          <span class="muted small" role="status">
            {isRestored ? words.edit.restored : words.edit.unsaved}
          </span>
        )}
      </div>
    </div>
  )
}
