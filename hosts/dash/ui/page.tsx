import { ChevronRight } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { wasNavigated } from './browser/navigation.ts'
import { Icon } from './icon.tsx'
import styles from './page.module.css'
import { useWords } from './words.tsx'

interface PageProps {
  readonly title: string
  /** Parent pages, outermost first. */
  readonly crumbs?: readonly { readonly title: string; readonly href: string }[]
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/**
 * A page: its title in the window and as the only h1. The h1 gets the focus when the user came from another page, unless a field of the
 * page has it.
 */
export function Page({ title, crumbs = [], actions, children }: PageProps) {
  const { words } = useWords()
  const page = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const windowTitle = [title, ...crumbs.map((crumb) => crumb.title).reverse(), 'shortlink'].join(' · ')
  useLayoutEffect(() => {
    document.title = windowTitle
  }, [windowTitle])
  useLayoutEffect(() => {
    if (wasNavigated() && !page.current?.contains(document.activeElement))
      heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={page} class="stack">
      <header class={styles.header}>
        {crumbs.length > 0 && (
          <nav aria-label={words.frame.breadcrumbs} class={`small ${styles.crumbs}`}>
            {crumbs.map(({ title, href }) => (
              <span key={href}>
                <a href={href}>{title}</a>
                <Icon of={ChevronRight} size={14} />
              </span>
            ))}
            <bdi class="one-line muted" aria-current="page">
              {title}
            </bdi>
          </nav>
        )}
        <div class={`cluster apart ${styles.heading}`}>
          <h1 ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {actions && <div class={`cluster no-print ${styles.actions}`}>{actions}</div>}
        </div>
      </header>
      {children}
    </div>
  )
}
