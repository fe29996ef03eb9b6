interface Pressed {
  readonly currentTarget: Element
}

/** Gives the focus to the first field of the form in the same section or page: for buttons that say how to begin. */
export const focusForm = ({ currentTarget }: Pressed) =>
  currentTarget.closest('section, main')?.querySelector<HTMLElement>('form input:not([hidden])')?.focus()
