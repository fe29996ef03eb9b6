import type { Messages } from '../../words/messages.ts'

/** The server's description of a failed request. */
export interface Fault {
  readonly code: string
  readonly message: string
  /** The invalid argument, such as `target` or `rules.2.value`. */
  readonly path?: string | undefined
}

type Errors = Messages['errors']
type Name = Exclude<keyof Errors, 'fields' | 'other' | 'otherField'>

/** Known messages; groups are the parameters of the words. */
const KNOWN: readonly (readonly [RegExp, Name])[] = [
  [/ must be an absolute http/, 'absoluteUrl'],
  [/ must not contain spaces/, 'spaces'],
  [/ must have at most (\d+) characters/, 'maxLength'],
  [/ must have at least (\d+) characters/, 'minLength'],
  [/ must have (\d+) to (\d+) characters/, 'length'],
  [/ must not be empty| is required/, 'empty'],
  [/ is among the most common/, 'commonPassword'],
  [/ must not be the email address or the name/, 'passwordIsOwn'],
  [/ must be a domain name/, 'domainName'],
  [/ must resolve to a public address/, 'publicUrl'],
  [/ must be in the future/, 'future'],
  [/ must not be a short link of this service/, 'ownLink'],
  [/ may contain only A-Z/, 'slugForm'],
  [/^Target host is blocked/, 'blockedHost'],
  [/^Invalid email or password/, 'credentials'],
  [/^Invalid password/, 'wrongPassword'],
  [/^Slug already exists/, 'taken'],
  [/^Slug is reserved/, 'reserved'],
  [/^Email already registered/, 'emailTaken'],
  [/^Domain already claimed/, 'domainTaken'],
  [/^Sign-up is closed/, 'signUpClosed'],
  [/^The first account needs the sign-up token/, 'signUpToken'],
  [/^Too many requests, try again/, 'rateLimited'],
  [/^The server does not answer/, 'unanswered'],
]

/** The error in the words of the dashboard, with the label of the field. */
export function wordError({ errors }: Messages, { code, message, path }: Fault): string {
  const [, argument = '', problem = ''] = /^([A-Za-z]+)((?::| (?:must|may|is|takes)) .*)$/s.exec(message) ?? []
  const named = path?.split('.').findLast((part) => !/^\d+$/.test(part)) ?? argument
  const label = Object.hasOwn(errors.fields, named) ? errors.fields[named as keyof Errors['fields']] : undefined
  for (const [pattern, name] of KNOWN) {
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

const withFullStop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
