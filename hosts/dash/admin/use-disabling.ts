import { ask } from '../api/ask.ts'
import type { SET_LINK_DISABLED, SET_USER_DISABLED } from './queries.ts'
import { useChange } from './use-change.ts'

/** Disables or enables accounts or links. */
export const useDisabling = (document: typeof SET_USER_DISABLED | typeof SET_LINK_DISABLED) =>
  useChange((change: { readonly id: string; readonly disabled: boolean }) =>
    // The two differ only in the name of their answer, which is not used.
    ask(document as typeof SET_USER_DISABLED, change),
  )
