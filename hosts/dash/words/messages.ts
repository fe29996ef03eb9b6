import type { en } from './en.ts'

/** All sentences of the dashboard; every language has each. */
export type Messages = typeof en
