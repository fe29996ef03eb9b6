import { useQuery } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import { PLAIN_LOOK, type QrLook } from '../browser/qr-svg.ts'
import { lookOf } from './look-of-style.ts'
import { defaultStyle } from './queries.ts'

/** The look of the account's default QR style; plain without one, and while it loads. */
export function useDefaultLook(): QrLook {
  const style = useQuery(defaultStyle).data
  return useMemo(() => (style ? lookOf(style) : PLAIN_LOOK), [style])
}
