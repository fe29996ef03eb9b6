import { isAmbiguousPath } from '../../kernel/request-path.ts'
import { MAX_URL_LENGTH } from '../../kernel/web-url.ts'
import { isDecodable, parseQuery, splitPair } from '../rules/query-parameters.ts'
import type { LinkExtras } from '../served/served-links.port.ts'
import { joined, splitAddress } from '../served/with-utm.ts'
import { isNotrack } from './is-recorded.ts'

/** Longest path that is forwarded, in characters. */
const MAX_PATH_LENGTH = 1024

/** The part of the request after the slug: a path without its leading slash, and a query without `?`; either may be empty. */
export interface Forwardable {
  readonly path: string
  readonly query: string
}

/** Whether a path may be joined to a target: every reader finds the same segments in it. */
export const isForwardable = (path: string) =>
  path.length <= MAX_PATH_LENGTH && !isAmbiguousPath(`/${path}`) && isDecodable(path)

/**
 * Joins the path and the query of a request to a URL. Skips a parameter if the URL has one with its name, also as PHP reads names, so that
 * the owner's values win; or if it contains `;`, which older servers read as `&`. Omits the query if it makes the URL too long, and returns
 * null if the path does. `notrack` and the reference parameter are for this service and are never joined. A URL that the owner's campaign
 * parameters make too long takes paths but no query.
 * @param refParameter the name of the reference parameter; empty for none
 */
export function forward(
  location: string,
  { forwardPath, forwardQuery }: Pick<LinkExtras, 'forwardPath' | 'forwardQuery'>,
  request: Forwardable,
  refParameter: string,
): string | null {
  const whole = forwardPath && request.path !== '' ? withPath(location, request.path) : location
  if (whole === null) return null
  return forwardQuery && request.query !== '' ? withQuery(whole, request.query, refParameter) : whole
}

function withPath(location: string, path: string): string | null {
  const { base, query, fragment } = splitAddress(location)
  const address = `${base}${base.endsWith('/') ? '' : '/'}${printable(path)}${query === '' ? '' : `?${query}`}${fragment}`
  return location.length <= MAX_URL_LENGTH && address.length > MAX_URL_LENGTH ? null : address
}

function withQuery(location: string, added: string, refParameter: string): string {
  const { base, query, fragment } = splitAddress(location)
  const present = new Set([...parseQuery(query).keys()].flatMap(readingsOf))
  if (refParameter !== '') present.add(refParameter)
  const isNew = (pair: string) =>
    !pair.includes(';') && !isNotrack(pair) && !readingsOf(splitPair(pair)[0]).some((name) => present.has(name))
  const kept = added.split('&').filter(isNew)
  const address = `${base}?${joined(query, printable(kept.join('&')))}${fragment}`
  return kept.length === 0 || address.length > MAX_URL_LENGTH ? location : address
}

/**
 * Returns a parameter name as written, and as PHP reads it (php_register_variable_ex in main/php_variables.c): PHP removes leading spaces
 * and everything from a NUL on, reads `a[…]` as the array `a`, and replaces dots, spaces and unclosed brackets by `_`.
 */
function readingsOf(name: string): readonly string[] {
  const [text = ''] = name.replace(/^ +/, '').split('\0', 1)
  const bracket = text.indexOf('[', 1)
  const base = bracket > 0 && text.includes(']', bracket) ? text.slice(0, bracket) : text
  return [name, base.replace(/[ .[]/g, '_')]
}

/**
 * Escapes characters for a header, which contains only printable ASCII, and `#`, which would start a fragment. Node reads requests as
 * bytes, one per character.
 */
const printable = (text: string) => text.replace(/[^\x21-\x7e]|#/g, escaped)

function escaped(character: string): string {
  const code = character.charCodeAt(0)
  return code > 0xff
    ? encodeURIComponent(character.toWellFormed())
    : `%${code.toString(16).toUpperCase().padStart(2, '0')}`
}
