/** The fields of a form that differ from before. */
export const changedFields = <Fields extends object>(before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof Fields]),
  ) as Partial<Fields>

/** The update of a field once its text is saved: empties it, unless another text was typed while the answer was awaited. */
export const cleared = (sent: string) => (now: string) => (now === sent ? '' : now)
