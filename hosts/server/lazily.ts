/** A part that is loaded at its first use. */
export interface Lazy<T> {
  get(): Promise<T>
  /** The part if it was used before; resolves with undefined otherwise. */
  loaded(): Promise<T | undefined>
}

export function lazily<T>(load: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined
  return {
    get: () => (loading ??= load()),
    loaded: async () => loading,
  }
}
