import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../../hosts/kit/log.ts'
import { prettyStream } from '../../../hosts/kit/pretty-log.ts'

const ESCAPE = String.fromCharCode(27)

/** A log for people, shown on a stream that is no terminal, and what it has written. */
function prettyLog() {
  const written: string[] = []
  const out = { write: (text: string) => void written.push(text) }
  return { log: createLog('info', prettyStream(out, new PassThrough())), written: () => written.join('') }
}

describe('the log for people', () => {
  it('a line has the time, the level, the message and the fields, and no colors off a terminal', () => {
    const { log, written } = prettyLog()
    log.info({ reason: 'SIGTERM', hits: { stored: 3 } }, 'stopped')
    expect(written()).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: stopped {"reason":"SIGTERM","hits":{"stored":3}}\n$/)
  })

  it('an error is shown with its stack, and secrets are redacted', () => {
    const { log, written } = prettyLog()
    log.error({ err: new Error('the disk is full'), request: { authorization: 'Bearer abc', password: 'x' } }, 'failed')
    expect(written()).toMatch(/^ +Error: the disk is full\n +at /m)
    expect(written()).not.toContain('abc')
    expect(written()).toContain('[redacted]')
  })

  it.each([
    ['an escape sequence', `${ESCAPE}[2J${ESCAPE}]0;title`, String.raw`\u001b[2J\u001b]0;title`],
    ['a carriage return', 'one\rtwo', String.raw`one\rtwo`],
    ['a C1 control', 'a\u009b1mb', String.raw`a\u009b1mb`],
    ['a backslash before letters', String.raw`C:\u001b\new`, String.raw`C:\u001b\new`],
    ['a lone surrogate and an emoji', '\ud800 🔗', '\ufffd 🔗'],
  ])('%s from outside does not reach the terminal', (_, text, shown) => {
    const { log, written } = prettyLog()
    const error = Object.assign(new Error(text), { stack: `Error: ${text}` })
    log.error({ err: error }, text)
    log.info({ host: text }, 'a field')
    expect(written().replaceAll('\\ud800', '\ufffd').replaceAll('\ud800', '\ufffd')).toContain(`ERROR: ${shown}`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds them
    expect(written()).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/)
  })
})
