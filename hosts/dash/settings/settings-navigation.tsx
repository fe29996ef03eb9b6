import { useEffect, useState } from 'preact/hooks'
import { useWords } from '../ui/words.tsx'
import type { Messages } from '../words/messages.ts'
import styles from './settings-page.module.css'

interface SettingsNavigationProps {
  readonly names: readonly (keyof Messages['settings']['sections'])[]
}

/** Links to the sections of the settings; the first one in view is the current one. */
export function SettingsNavigation({ names }: SettingsNavigationProps) {
  const { words } = useWords()
  const [current, setCurrent] = useState<string>(names[0] ?? '')
  const list = names.join()
  useEffect(() => {
    const visible = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          isIntersecting ? visible.add(target.id) : visible.delete(target.id)
        const first = list.split(',').find((name) => visible.has(name))
        if (first !== undefined) setCurrent(first)
      },
      // The upper half of the window, without the end of the section before.
      { rootMargin: '-96px 0px -50% 0px' },
    )
    for (const section of document.querySelectorAll('[data-section]')) observer.observe(section)
    return () => observer.disconnect()
  }, [list])
  return (
    <nav class={`${styles.navigation} no-print`} aria-label={words.frame.settings}>
      {names.map((name) => (
        <a key={name} href={`#${name}`} aria-current={name === current ? 'true' : undefined}>
          {words.settings.sections[name]}
        </a>
      ))}
    </nav>
  )
}
