/** An instant in the format of `datetime-local`: to the minute, in the viewer's time zone. Empty for text that is no instant. */
export function localTime(instant: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The instant of a `datetime-local`, in UTC to the second; empty for an empty one. */
export const instantOf = (local: string) => (local === '' ? '' : new Date(local).toISOString().replace(/\.\d+Z$/, 'Z'))
