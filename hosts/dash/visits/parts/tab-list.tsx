import type { ComponentChildren } from 'preact'

interface TabListProps<Name extends string> {
  readonly label: string
  readonly tabs: readonly (readonly [name: Name, content: ComponentChildren])[]
  readonly open: Name
  /** The id of the element that shows the open tab. */
  readonly panel: string
  readonly class: string | undefined
  readonly onOpen: (name: Name) => void
}

/** Tabs in a row. Arrow keys, Home and End open the others; only the open tab is in the tab order. */
export function TabList<Name extends string>({ label, tabs, open, panel, class: own, onOpen }: TabListProps<Name>) {
  const move = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const at = tabs.findIndex(([name]) => name === open)
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const by = { ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1, Home: -at, End: tabs.length - 1 - at }[
      event.key
    ]
    if (by === undefined) return
    event.preventDefault()
    const to = (at + by + tabs.length) % tabs.length
    const next = tabs[to]
    if (next) onOpen(next[0])
    const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')
    buttons[to]?.focus()
  }
  return (
    <div role="tablist" aria-label={label} class={own} onKeyDown={move}>
      {tabs.map(([name, content]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === open}
          aria-controls={panel}
          tabIndex={name === open ? 0 : -1}
          onClick={() => onOpen(name)}
        >
          {content}
        </button>
      ))}
    </div>
  )
}
