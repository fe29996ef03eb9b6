import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** True in `npm run test:slow`. */
    fullSize?: boolean
  }
}

/** Whether this is `npm run test:slow`. */
export const isFullSize = (): boolean => inject('fullSize') ?? false

/** Returns all values in `npm run test:slow`, otherwise one of `each`: others in each turn, so that `each` turns cover all. */
export const sample = <T>(values: readonly T[], turn: number, each: number): readonly T[] =>
  isFullSize() ? values : values.filter((_, index) => index % each === turn % each)

/** Returns the size of a load: the full number in `npm run test:slow`, otherwise a tenth of it. */
export const scale = (full: number): number => (isFullSize() ? full : Math.ceil(full / 10))

/** Returns how often something is repeated: `full` times in `npm run test:slow`, otherwise `few` times. */
export const rounds = (full: number, few: number): number => (isFullSize() ? full : few)
