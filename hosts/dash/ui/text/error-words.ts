import type { Messages } from '../../words/messages.ts'
import { KNOWN_ERRORS } from './known-errors.ts'

/** The server's description of a failed request. */
export interface Fault {
  readonly code: string
  readonly message: string
  /** The invalid argument, such as `target` or `rules.2.value`. */
  readonly path?: string | undefined
}

/** The error in the words of the dashboard, with the label of the field. */
export function wordError(words: Messages, { code, message, path }: Fault): string {
  const { errors } = words
  const [, rule, reason = ''] = /^rules\[(\d+)\]: (.*)$/s.exec(message) ?? []
  // The editor shows an error with a path at its rule.
  if (rule !== undefined)
    return `${path ? '' : `${words.rules.rule(Number(rule) + 1)}: `}${wordRuleFault(words, reason)}`
  const [, argument = '', problem = ''] =
    /^(?:\w+\[\d+\]: )?([A-Za-z]+)((?::| (?:must|may|is|takes)) .*)$/s.exec(message) ?? []
  const named = path?.split('.').findLast((part) => !/^\d+$/.test(part)) ?? argument
  const label = Object.hasOwn(errors.fields, named) ? errors.fields[named as keyof typeof errors.fields] : undefined
  for (const [pattern, name] of KNOWN_ERRORS) {
    const found = pattern.exec(message)
    if (found === null || (label === undefined && pattern.source.startsWith(' '))) continue
    return (errors[name] as (...parameters: string[]) => string)(label ?? '', ...found.slice(1))
  }
  if (label !== undefined && problem !== '') return errors.otherField(label, withFullStop(problem))
  return errors.other(code, message)
}

/** The text of a failed item of a bulk call in the words of the dashboard. */
export const wordText = (words: Messages, message: string): string =>
  wordError(words, { code: 'BAD_USER_INPUT', message })

/** The problem of one rule, without its position, in the words of the dashboard. */
export function wordRuleFault(words: Messages, reason: string): string {
  const { splitOver, hints, badValue, tooManyValues } = words.rules
  const [, most] = / takes at most (\d+) alternatives/.exec(reason) ?? []
  if (most !== undefined) return tooManyValues(most)
  if (reason.includes(' beyond 100')) return splitOver
  const type = [...reason.matchAll(/\b(\w+) value /g)].at(-1)?.[1] ?? ''
  if (Object.hasOwn(hints, type)) return badValue(hints[type as keyof typeof hints])
  if (reason.startsWith('target ')) return wordText(words, reason)
  return words.errors.other('BAD_USER_INPUT', reason)
}

const withFullStop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
