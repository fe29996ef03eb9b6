/** A part that is loaded at its first use. */
export interface Lazy<T> {
  /** Callers share one load. When it fails, their calls reject, and the next call loads again. */
  get(): Promise<T>
  /** The part if it was used before; resolves with undefined otherwise. */
  loaded(): Promise<T | undefined>
}

export function lazily<T>(load: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined
  const get = () =>
    (loading ??= load().catch((error) => {
      loading = undefined
      throw error
    }))
  return {
    get,
    loaded: async () => loading?.catch(() => undefined),
  }
}
