/** The fields of a form that differ from before. */
export const changedFields = <Fields extends object>(before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof Fields]),
  ) as Partial<Fields>

/** The update of a field once its text is saved: empties it, unless the user typed another text meanwhile. */
export const cleared = (sent: string) => (now: string) => (now === sent ? '' : now)
