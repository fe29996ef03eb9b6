import { ChevronDown } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import styles from './section.module.css'

interface SectionProps {
  readonly title: string
  /** Its values in a few words; undefined without any. */
  readonly summary: string | undefined
  readonly children: ComponentChildren
}

/** A part of the form that is closed until the user, or an invalid value in it, opens it. Says what it contains. */
export function Section({ title, summary, children }: SectionProps) {
  const { words } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <details class={styles.section} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} data-section>
      <summary>
        <h2>{title}</h2>
        <span class="muted small one-line">{summary ?? words.edit.none}</span>
        <Icon of={ChevronDown} size={16} />
      </summary>
      <fieldset class={`stack ${styles.content}`}>
        <legend class="visually-hidden">{title}</legend>
        {children}
      </fieldset>
    </details>
  )
}

/** The parts of a summary that are given, in one line. */
export const summaryOf = (...parts: readonly (string | false | null | undefined)[]) =>
  parts.filter(Boolean).join(' · ') || undefined
