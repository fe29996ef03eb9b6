import { useLayoutEffect, useRef, useState } from 'preact/hooks'

const NONE: ReadonlyMap<string, string> = new Map()

/**
 * The validation errors of a form by its fields. They show from the first attempt to save on, and disappear once fixed. Each attempt, and
 * each change of `causes`, focuses the first invalid field.
 */
export function useFaults(all: ReadonlyMap<string, string>, causes: readonly unknown[] = []) {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  /** Opens the sections with invalid fields, and focuses one of these. */
  const show = (at = 0) => {
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])]
    for (const section of fields.map((field) => field.closest('details'))) if (section) section.open = true
    fields[at]?.focus()
  }
  useLayoutEffect(() => show(), [tries, ...causes])
  return {
    form,
    faults: tries > 0 ? all : NONE,
    show,
    reset: () => setTries(0),
    /** Starts an attempt to save; false if a field is invalid. */
    check() {
      setTries(tries + 1)
      return all.size === 0
    },
  }
}
