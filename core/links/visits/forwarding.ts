import { isAmbiguousPath } from '../../kernel/request-path.ts'
import { MAX_URL_LENGTH } from '../../kernel/web-url.ts'
import { isDecodable, parseQuery, splitPair } from '../rules/query-parameters.ts'
import type { LinkExtras } from '../served-links.port.ts'
import { joined, splitAddress } from '../with-utm.ts'

/** Longest path that is forwarded, in characters. */
const MAX_PATH_LENGTH = 1024

/** What follows the slug in the request that is forwarded: a path without the slash before it, and a query without `?`; either may be empty. */
export interface Forwardable {
  readonly path: string
  readonly query: string
}

/** Whether what follows the slug may be joined to a target: every reader finds the same segments in it. */
export const isForwardable = (path: string) =>
  path.length <= MAX_PATH_LENGTH && !isAmbiguousPath(`/${path}`) && isDecodable(path)

/**
 * The address with the path of the request, then with those of its parameters whose names it does not have, also as PHP reads names: the owner's
 * values win. A parameter with a `;` is left off, since older readers take that for `&`. A query that would make it too long is left off; null if the path does. An address that is too long of itself, with the owner's campaign
 * parameters, takes paths but no query.
 */
export function forward(
  location: string,
  { forwardPath, forwardQuery }: Pick<LinkExtras, 'forwardPath' | 'forwardQuery'>,
  request: Forwardable,
): string | null {
  const whole = forwardPath && request.path !== '' ? withPath(location, request.path) : location
  if (whole === null) return null
  return forwardQuery && request.query !== '' ? withQuery(whole, request.query) : whole
}

function withPath(location: string, path: string): string | null {
  const { base, query, fragment } = splitAddress(location)
  const address = `${base}${base.endsWith('/') ? '' : '/'}${printable(path)}${query === '' ? '' : `?${query}`}${fragment}`
  return location.length <= MAX_URL_LENGTH && address.length > MAX_URL_LENGTH ? null : address
}

function withQuery(location: string, added: string): string {
  const { base, query, fragment } = splitAddress(location)
  const present = new Set([...parseQuery(query).keys()].flatMap(readingsOf))
  const isNew = (pair: string) =>
    !pair.includes(';') && !readingsOf(splitPair(pair)[0]).some((name) => present.has(name))
  const kept = added.split('&').filter(isNew)
  const address = `${base}?${joined(query, printable(kept.join('&')))}${fragment}`
  return kept.length === 0 || address.length > MAX_URL_LENGTH ? location : address
}

/**
 * A name as it is, and as PHP reads it: without blanks in front and what follows a NUL, as the array before `[…]`, with `_` for dots, blanks
 * and a bracket that is never closed (php_register_variable_ex in main/php_variables.c).
 */
function readingsOf(name: string): readonly string[] {
  const [text = ''] = name.replace(/^ +/, '').split('\0', 1)
  const bracket = text.indexOf('[', 1)
  const base = bracket > 0 && text.includes(']', bracket) ? text.slice(0, bracket) : text
  return [name, base.replace(/[ .[]/g, '_')]
}

/** A header carries printable ASCII alone, and a `#` would begin a fragment. Requests are read as bytes, one a character. */
const printable = (text: string) => text.replace(/[^\x21-\x7e]|#/g, escaped)

function escaped(character: string): string {
  const code = character.charCodeAt(0)
  return code > 0xff
    ? encodeURIComponent(character.toWellFormed())
    : `%${code.toString(16).toUpperCase().padStart(2, '0')}`
}
