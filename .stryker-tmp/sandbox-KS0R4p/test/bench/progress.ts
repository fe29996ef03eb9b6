/** Shows what is going on, in a line of its own that the next one replaces. */
export function progress(text: string) {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
}

export function progressEnds() {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
}
