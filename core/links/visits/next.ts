/** Continues with a value, in the same tick unless it is a promise. */
export const next = <T, Out>(value: T | Promise<T>, go: (value: T) => Out | Promise<Out>): Out | Promise<Out> =>
  value instanceof Promise ? value.then(go) : go(value)
