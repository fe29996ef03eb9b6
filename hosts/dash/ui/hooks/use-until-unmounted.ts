import { useEffect, useState } from 'preact/hooks'

/** A signal that aborts when the component unmounts, so that long work ends with its page. */
export function useUntilUnmounted(): AbortSignal {
  const [controller] = useState(() => new AbortController())
  useEffect(() => () => controller.abort(), [controller])
  return controller.signal
}
