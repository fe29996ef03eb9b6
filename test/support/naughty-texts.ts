import BIG_LIST from 'big-list-of-naughty-strings'
import { INSIDE_HOSTS } from './inside-addresses.ts'
import { BAD_ADDRESSES, XSS_PAYLOADS } from './xss-payloads.ts'

/** One text of each kind, for fast tests. */
export const FEW_NAUGHTY_TEXTS: readonly string[] = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202e', '\r\nset-cookie: a=b', 'x'.repeat(300), '-1'],
  ...['x'.repeat(70_000), '🏃'.repeat(600), '1e309', '__proto__', '%00', '{{7*7}}', '[{"type":"all"}]', 'http://[::1'],
  ...["'; drop table links; --", '../../etc/passwd', '<script>alert(1)</script>', '2026-02-30T00:00:00Z'],
]

const OURS: readonly string[] = [
  // Empty, nearly empty and invisible texts.
  ...[
    '',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\0',
    'a\0b',
    '\x01\x02\x03',
    '\x1b[2J',
    '\x7f',
    '\u0080\u009f',
    '\u00a0',
    '\u200b\u200d',
    '\ufeff',
  ],
  ...['\ufffe\uffff', '\u2028\u2029', '\u202eright to left', '\u2066\u2069', '\ud800', '\udfff\ud800', 'a\udc00'],
  // Long texts.
  ...['x'.repeat(256), 'x'.repeat(2049), 'x'.repeat(70_000), '🏃'.repeat(600), 'e\u0301'.repeat(200), 'Z̸̡̢̛͕͇̀́̂̃'.repeat(50)],
  // Several spellings of the same text.
  ...['Ω', 'Ω', 'ﬁ', 'İ', 'ß', 'ſ', '１２３', 'ⅷ', '٣', '👩‍👩‍👧', '🇮🇹', '田中さん', 'الكل', 'ᚠᛇᚻ', '\u{10ffff}'],
  // Almost numbers.
  ...[
    '0',
    '-0',
    '-1',
    '1e309',
    '1e-400',
    'NaN',
    'Infinity',
    '0x10',
    '0b1',
    '1_000',
    '1,5',
    '9223372036854775808',
    '18446744073709551616',
  ],
  // Keywords of programs.
  ...[
    'null',
    'undefined',
    'true',
    'None',
    '[object Object]',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
  ],
  ...[
    '{}',
    '[]',
    '{"a":',
    '[{"type":"all"}]',
    '{"$ne":null}',
    '"',
    "'",
    '\\',
    '`',
    '\\u0000',
    '\\x00',
    '%00',
    '%',
    '%25',
    '%zz',
    '%c0%ae',
    '_',
    '*',
    '?',
  ],
  // Input that databases, shells, templates, spreadsheets and file systems interpret.
  ...[
    "' or '1'='1",
    "'; drop table links; --",
    '" or ""="',
    '1; select pg_sleep(5)--',
    "') union select 1,2,3--",
    "\\'; --",
    '$$;select 1;$$',
  ],
  ...[
    '$(touch x)',
    '`id`',
    '| id',
    '; id',
    '&& id',
    '$\u007b7*7}',
    '{{7*7}}',
    '<%= 7*7 %>',
    '#{7*7}',
    '%s%s%n',
    '=1+1',
    '@SUM(1)',
    '+1',
    '-1+1',
  ],
  ...[
    '../../../etc/passwd',
    '..\\..\\win.ini',
    '/etc/passwd',
    'file:///etc/passwd',
    'CON',
    'nul.txt',
    '.',
    '..',
    '~',
    './.',
  ],
  // Pages and headers.
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '<!--',
    ']]>',
    '<?xml version="1.0"?>',
    '&#x3c;',
    'javascript:alert(1)',
  ],
  ...[
    'data:text/html,x',
    '\r\nset-cookie: a=b',
    'a\r\n\r\nb',
    'https://example.com/\r\nx: y',
    '//example.com',
    '\\\\example.com',
    '(?:(a+)+)+$',
    `${'a'.repeat(40)}!`,
  ],
  // URLs and times.
  ...[
    'http://',
    'http://[::1',
    'http://user:pass@example.com:99999/',
    'https://xn--/',
    'https://exa mple.com',
    'http://0x7f.1/',
    'http://\u0000/',
  ],
  ...[
    '2026-02-30T00:00:00Z',
    '+275760-09-13T00:00:00.001Z',
    '0000-01-01',
    '1970-01-01T00:00:00+99:99',
    '25:61',
    '00000000-0000-0000-0000-000000000000',
  ],
]

/** Texts that have broken programs before: their parsers, stores, pages, logs and file systems. */
export const NAUGHTY_TEXTS: readonly string[] = [
  ...new Set([
    ...OURS,
    ...BIG_LIST,
    ...XSS_PAYLOADS,
    ...BAD_ADDRESSES,
    ...INSIDE_HOSTS.map((host) => `http://${host}/`),
  ]),
]

/** Signs that a response leaks internals: a stack, a source file, a statement or error of a database. */
export const INSIDES =
  /\n\s+at |node_modules|\/hosts\/|\/core\/|\/adapters\/|SQLITE_|sqlite3|relation "|syntax error at or near|ECONNREFUSED|TypeError|ReferenceError|RangeError/
