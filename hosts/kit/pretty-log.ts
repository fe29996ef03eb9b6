import { styleText } from 'node:util'
import type { DestinationStream } from 'pino'
import { prettyFactory } from 'pino-pretty'

/** Writes lines of the log for people: time, level, message and fields; in colors if the stream shows them and NO_COLOR is not set. */
export function prettyStream(out: DestinationStream, shownOn: NodeJS.WritableStream): DestinationStream {
  const pretty = prettyFactory({
    colorize: styleText('red', '', { stream: shownOn }) !== '',
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    singleLine: true,
  })
  return { write: (line) => void out.write(pretty(withoutControls(line))) }
}

/**
 * A line of JSON with control characters in texts escaped, except tabs and line feeds: texts also come from clients, and must not move the
 * cursor or change the colors of an operator's terminal.
 */
const withoutControls = (line: string) =>
  line
    .replaceAll(/\\(u00[01][\da-f]|[bfr])|\\./g, (found, control) => (control === undefined ? found : `\\${found}`))
    .replaceAll(/[\x7f-\x9f]/g, (control) => `\\\\u00${control.charCodeAt(0).toString(16)}`)
