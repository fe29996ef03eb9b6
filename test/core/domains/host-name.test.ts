import { NO_HOSTNAME, OWN_HOST, readHost } from '@shortlink/core/adapter'
import { shortName } from '@shortlink/core/host'
import { expect, it } from 'vitest'

const own = new Set(['sho.rt', 'go'])

it.each([
  '',
  'sho.rt',
  'SHO.RT:8080',
  'localhost',
  'localhost:80',
  'api.localhost',
  '127.0.0.1',
  '[::1]:8080',
  '2130706433',
  'go',
  'GO.:80',
])('the Host header "%s" names the service itself', (host) => expect(readHost(host, own)).toBe(OWN_HOST))

it.each([
  ['go.example.com', 'go.example.com'],
  ['GO.Example.com:443', 'go.example.com'],
])('the Host header "%s" names the domain %s', (host, hostname) => expect(readHost(host, own)).toBe(hostname))

it.each(['a b', 'a/b', 'user@host', '%00', 'a?b', 'a..b/', 'service', 'constructor:80'])(
  'the Host header "%s" names no host',
  (host) => expect(readHost(host, own)).toBe(NO_HOSTNAME),
)

it.each([
  ['go', 'go'],
  ['GO.:8080', 'go'],
  ['go.example.com', undefined],
  ['127.0.0.1', undefined],
  ['[::1]:80', undefined],
  ['a b', undefined],
])('the name without a dot in "%s" is %s', (host, name) => expect(shortName(host)).toBe(name))
