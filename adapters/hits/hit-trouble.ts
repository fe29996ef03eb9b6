/**
 * What an operator should know: `store-away` once per kind of error, `store-back` when it ends, `dropped` once a minute, `refused` at
 * once and then once a minute.
 */
export type HitTrouble =
  | { readonly type: 'store-away'; readonly error: unknown }
  | { readonly type: 'store-back' }
  | { readonly type: 'journal-failed'; readonly error: unknown }
  | { readonly type: 'dropped'; readonly visits: number }
  | { readonly type: 'refused'; readonly visits: number; readonly error: unknown }

export type OnTrouble = (trouble: HitTrouble) => void
