import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** True in `npm run test:slow`. */
    fullSize?: boolean
  }
}

/** Whether this is `npm run test:slow`. */
export const isFullSize = (): boolean => inject('fullSize') ?? false

/** All values in `npm run test:slow`, elsewhere one in ten: others at each turn, so that ten turns try each. */
export const sample = <T>(values: readonly T[], turn: number): readonly T[] =>
  isFullSize() ? values : values.filter((_, index) => index % 10 === turn % 10)

/** How many of something a load test makes: all in `npm run test:slow`, elsewhere a tenth of them. */
export const scale = (full: number): number => (isFullSize() ? full : Math.ceil(full / 10))
