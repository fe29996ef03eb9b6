interface Pressed {
  readonly currentTarget: Element
}

/** Focuses the first field of the form in the same section or page: for buttons of empty states. */
export const focusForm = ({ currentTarget }: Pressed) =>
  currentTarget.closest('section, main')?.querySelector<HTMLElement>('form input:not([hidden])')?.focus()
