import { isIP } from 'node:net'
import { normalizeHostname } from '@shortlink/core'
import { hasCredentials, shortName, toLocation, withoutTrailing } from '@shortlink/core/host'
import { z } from 'zod'
import { readToolsets, TOOLSET_WORDS } from '../../mcp/toolset-names.ts'
import { maxEntropyBits } from './secret-strength.ts'

/** A whole number in decimal digits. Other forms that `Number` accepts (`1e3`, `0x10`, blanks) are refused as likely mistakes. */
export const number = ({ min = 0, max = 1_000_000_000 } = {}) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

/** One of the given words. */
export const choice = <const Words extends readonly string[]>(...words: Words) =>
  z.enum(words, `must be one of ${words.join(', ')}`)

export const flag = () =>
  z.enum(['true', 'false', '1', '0'], 'must be true or false').transform((value) => value === 'true' || value === '1')

/** A secret with less entropy than this, in bits, is refused. */
const MIN_SECRET_BITS = 128
/** Minimum length of set and generated secrets; shorter ones can be guessed. */
export const MIN_SECRET_BYTES = 32

export const secret = () =>
  z
    .string()
    .refine((value) => Buffer.byteLength(value) >= MIN_SECRET_BYTES, `must have at least ${MIN_SECRET_BYTES} bytes`)
    .refine((value) => maxEntropyBits(value) >= MIN_SECRET_BITS, 'must be random: draw it with `openssl rand -hex 32`')

/** A second value that is accepted while a secret is rotated. */
export const otherSecret = (what: string) =>
  secret().optional().describe(`second value whose ${what} are accepted, for [rotation](operating.md#rotate-secrets)`)

/** The characters of generated slugs. */
export const slugAlphabet = () =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]{2,64}$/, 'must be 2 to 64 of A-Z a-z 0-9 _ -')
    .refine((value) => new Set(value).size === value.length, 'must not repeat characters')

/** The URL of a Redis server, with a name, a password and a database number if it needs them. The messages do not repeat it. */
export const redisAddress = () =>
  z
    .string()
    .refine(
      (value) => /^rediss?:\/\/[^/?#]/.test(value) && URL.canParse(value) && new URL(value).hostname !== '',
      'must be redis://… or rediss://…',
    )
    .refine(
      (value) => !URL.canParse(value) || isRedisPath(new URL(value)),
      'must end with the port or /<database number>',
    )
    .refine(
      (value) => !URL.canParse(value) || isDecodable(new URL(value)),
      'must have its user name and password percent-encoded',
    )

const isRedisPath = ({ pathname, search, hash }: URL) =>
  /^(?:\/\d{0,5})?$/.test(pathname) && search === '' && hash === ''

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** The name of a query parameter that has no meaning yet; empty for the word `off`. */
export const parameterName = () =>
  z
    .string()
    .regex(
      /^(?!notrack$|utm_)[A-Za-z0-9_-]{1,32}$/,
      'must be 1 to 32 of A-Z a-z 0-9 _ -, and neither notrack nor utm_…',
    )
    .transform((value) => (value === 'off' ? '' : value))

/** A bearer token or shared secret of a client. */
export const token = () => z.string().min(16, 'must have at least 16 characters')

/**
 * An absolute http(s) URL, stored without a trailing slash so that paths can be appended, and in ASCII: cameras read other characters of a
 * QR code in several ways.
 */
export const webAddress = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an absolute http:// or https:// URL' })
    .refine((value) => !hasCredentials(value), 'must have no user name and no password')
    .transform((value) => withoutTrailing('/', toLocation(value) ?? value))

/** A host that a server can listen on: an IP address, or a name that the machine resolves. The last part of a name is no number. */
export const listeningHost = () =>
  z
    .string()
    .refine(
      (value) => isIP(value) !== 0 || (/^[\w.-]+$/.test(value) && URL.canParse(`http://${value}`)),
      'must be an IP address or a host name, such as 127.0.0.1 or localhost',
    )

const commaSeparated = () =>
  z.string().transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )

/** Sets of MCP's tools. */
export const toolsets = () =>
  z.string().transform((value, context) =>
    readToolsets(value).match(
      (names) => names,
      () => {
        context.addIssue({ code: 'custom', message: `must name sets of tools: ${TOOLSET_WORDS}` })
        return z.NEVER
      },
    ),
  )

/** Email addresses. */
export const emails = () =>
  commaSeparated().pipe(z.array(z.email('must be email addresses, comma-separated')).max(100, 'must be at most 100'))

/** Host names without ports, normalised. */
export const hostNames = () =>
  commaSeparated().pipe(
    z.array(
      z.string().transform((value, context) => {
        // A colon would be a port, which the name of a Host header may have.
        const hostname = normalizeHostname(value) ?? (value.includes(':') ? undefined : shortName(value))
        if (hostname !== undefined) return hostname
        context.addIssue({ code: 'custom', message: 'must be host names without ports, such as go.example.com' })
        return z.NEVER
      }),
    ),
  )

/** IP addresses of name servers, each with a port if it is not 53: `192.0.2.1`, `192.0.2.1:5353`, `[2001:db8::1]:53`. */
export const resolvers = () =>
  commaSeparated().pipe(
    z
      .array(z.string().refine(isResolver, 'must be IP addresses of name servers, such as 192.0.2.1:53'))
      .min(1, 'must name a server'),
  )

function isResolver(value: string): boolean {
  const [, bracketed, bare, port] = /^(?:\[([^\]]*)\]|([^\]:]*))(?::(\d{1,5}))?$/.exec(value) ?? []
  if (isIP(value) !== 0) return true
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return false
  return bracketed === undefined ? isIP(bare ?? '') === 4 : isIP(bracketed) === 6
}

export const seconds = () =>
  commaSeparated().pipe(z.array(number()).min(1, 'must be whole numbers of seconds, comma-separated'))

/** Origins as browsers send them: scheme, host and port if it is not the scheme's own, no path. */
export const origins = () =>
  commaSeparated().pipe(
    z.array(
      z
        .string()
        .refine(
          (value) => URL.canParse(value) && new URL(value).origin === value,
          'must be origins, such as https://app.example.com',
        ),
    ),
  )

/** IP addresses and address blocks, such as `10.0.0.0/8,::1`. */
export const cidrList = () =>
  commaSeparated().pipe(z.array(z.string().refine(isCidr, 'must be IP addresses or CIDR blocks')).min(1))

function isCidr(value: string) {
  const [address = '', bits, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
