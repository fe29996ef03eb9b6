import { describe, expect, it } from 'vitest'
import { readSettings, type SettingsError } from '../../../../hosts/app/settings/settings.ts'

const SECRET = 'a secret for tests, 32 bytes or more'
const PRODUCTION = { NODE_ENV: 'production', JWT_SECRET: SECRET, APIKEY_PEPPER: SECRET, DATABASE_URL: 'sqlite:x.db' }

function complaintOf(environment: Record<string, string>): SettingsError {
  try {
    readSettings(environment)
  } catch (error) {
    return error as SettingsError
  }
  throw new Error('These settings were accepted')
}

describe('settings', () => {
  it('the settings have defaults for all outside production', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 3000,
      BASE_URL: 'http://localhost:3000',
      APP_URL: 'http://localhost:3000',
      MCP_URL: 'http://localhost:3000/mcp',
      DATABASE_URL: 'sqlite:./data/shortlink.db',
      TRUST_PROXY: 0,
      WEBHOOK_ALLOW_PRIVATE: false,
      RATELIMIT_REDIRECT_PER_MIN: 600,
      RATELIMIT_PASSWORD_PER_MIN: 10,
      REDIRECT_CACHE_SECONDS: 0,
    })
  })

  it.each([
    'postgres://user:ab/cd@127.0.0.1/x',
    'postgres://user:1/2@127.0.0.1/x',
    'postgres://user:1#2@127.0.0.1/x',
    'postgres://user:ab#2@127.0.0.1/x',
    'postgres://user:1?2@127.0.0.1/x',
    'postgres://user:1%2@127.0.0.1/x',
    'postgres://user:secret@127.0.0.1:port/x',
  ])('the address %s is a bad setting, whose message does not show the password', (address) => {
    const { message, exitCode } = complaintOf({ DATABASE_URL: address })
    expect(exitCode).toBe(78)
    expect(message).toBe(
      'Bad settings: DATABASE_URL is not a URL: percent-encode the password in it (/ is %2F, # is %23, ? is %3F, @ is %40, % is %25)',
    )
  })

  it.each([
    'postgres://user:p%2Fq%23%3F%40%25@127.0.0.1:5432/x',
    'postgres://user:p@ss@127.0.0.1/x',
    'postgresql://127.0.0.1',
    'postgres:///x?host=/var/run/postgresql',
    'postgres://user:secret@/x?host=/var/run/postgresql',
    'postgres://user:a b@host/x?sslmode=require&options=a@b',
    'postgres://%2Fvar%2Frun%2Fpostgresql/x',
  ])('the address %s is a good setting', (address) => {
    expect(readSettings({ DATABASE_URL: address }).DATABASE_URL).toBe(address)
  })

  it.each([
    [{ DATABASE_READ_URL: 'postgres://replica/x' }, 'requires DATABASE_URL=postgres://'],
    [{ DATABASE_URL: 'sqlite:x.db', DATABASE_READ_URL: 'postgres://replica/x' }, 'requires DATABASE_URL=postgres://'],
    [{ DATABASE_URL: 'postgres://u:secret@db/x', DATABASE_READ_URL: 'postgres://u:secret@db/x' }, 'must differ'],
  ])('the databases %j contradict each other', (environment, complaint) => {
    const { message, exitCode } = complaintOf(environment as Record<string, string>)
    expect(exitCode).toBe(78)
    expect(message).toContain(`Bad settings: DATABASE_READ_URL ${complaint}`)
    expect(message).not.toContain('secret')
  })

  it.each([
    'localhost:6379',
    'http://localhost:6379',
    'redis://',
    'redis:///0',
    'redis://:secret@/0',
    'redis://:secret@host:port',
    'redis://:secret@host:6379/first',
    'redis://:secret@host:6379/0?family=4',
    'redis://:sec%ret@host:6379',
    'redis://user:se/cret@host',
  ])('the address %s is a bad store of rate limits, and the message does not show the password', (address) => {
    const { message, exitCode } = complaintOf({ RATELIMIT_STORE: address })
    expect(exitCode).toBe(78)
    expect(message).toMatch(/^Bad settings: RATELIMIT_STORE must /)
    expect(message).not.toMatch(/sec|cret/)
  })

  it.each(['redis://localhost', 'redis://:p%40ss@[::1]:6379/3', 'rediss://user:secret@redis.example.com:6380/'])(
    'the address %s is a good store of rate limits',
    (address) => {
      expect(readSettings({ RATELIMIT_STORE: address }).RATELIMIT_STORE).toBe(address)
    },
  )

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:secret@localhost:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318/?token=secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%2secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=secret%0A'],
    ['OTEL_TRACES_SAMPLER', 'xray'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
    ['OTEL_TRACES_SAMPLER_ARG', '1e-3'],
    ['TRACES_REDIRECT_RATIO', '1%'],
  ])('%s=%s is a bad setting of traces, and the message does not show the credential', (name, value) => {
    const { message, exitCode } = complaintOf({ [name]: value })
    expect(exitCode).toBe(78)
    expect(message).toMatch(new RegExp(`^Bad settings: ${name} must `))
    expect(message).not.toContain('secret')
  })

  it('settings of traces have the form that OpenTelemetry defines', () => {
    const settings = readSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi, x-tenant=one',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      TRACES_REDIRECT_RATIO: '.5',
    })
    expect(settings.OTEL_EXPORTER_OTLP_ENDPOINT).toBe('http://localhost:4318')
    expect(settings.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ authorization: 'Basic YTpi', 'x-tenant': 'one' })
    expect([settings.OTEL_TRACES_SAMPLER_ARG, settings.TRACES_REDIRECT_RATIO]).toEqual([0.25, 0.5])
  })

  it.each(['ab', 'aA', 'abc_-', 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'])(
    'the alphabet %s of slugs is a good setting',
    (alphabet) => expect(readSettings({ SLUG_ALPHABET: alphabet }).SLUG_ALPHABET).toBe(alphabet),
  )

  it.each([
    [{ SLUG_ALPHABET: 'a' }, 'SLUG_ALPHABET'],
    [{ SLUG_ALPHABET: 'aba' }, 'SLUG_ALPHABET'],
    [{ SLUG_ALPHABET: 'a/b' }, 'SLUG_ALPHABET'],
    [{ SLUG_ALPHABET: 'aä' }, 'SLUG_ALPHABET'],
    [{ SLUG_ALPHABET: 'aA', SLUG_MODE: 'loose' }, 'SLUG_ALPHABET'],
    [{ SLUG_LENGTH: '3' }, 'SLUG_LENGTH'],
    [{ SLUG_LENGTH: '33' }, 'SLUG_LENGTH'],
    [{ SLUG_MODE: 'Loose' }, 'SLUG_MODE'],
    [{ SLUG_TOMBSTONE_DAYS: '-1' }, 'SLUG_TOMBSTONE_DAYS'],
    [{ ANONYMOUS_LINK_DAYS: '1.5' }, 'ANONYMOUS_LINK_DAYS'],
  ])('the settings of slugs %j are bad', (environment, name) => {
    const { message, exitCode } = complaintOf(environment as Record<string, string>)
    expect(exitCode).toBe(78)
    expect(message).toContain(name)
  })

  it.each([
    ['UNIQUE_VISITORS', 'yes'],
    ['HONOR_GPC', '2'],
    ['HIT_RETENTION_DAYS', '-1'],
    ['IP_RETENTION_DAYS', '1.5'],
    ['REF_PARAM', 'a b'],
    ['REF_PARAM', 'utm_source'],
    ['REF_PARAM', 'notrack'],
    ['REF_PARAM', 'r'.repeat(33)],
  ])('the setting of visits %s=%s is bad', (name, value) => {
    const { message, exitCode } = complaintOf({ [name]: value })
    expect(exitCode).toBe(78)
    expect(message).toContain(name)
  })

  it('MCP_TOOLSETS takes names of sets, and all', () => {
    expect(readSettings({ MCP_TOOLSETS: 'tags, core' }).MCP_TOOLSETS).toEqual(['core', 'tags'])
    expect(readSettings({ MCP_TOOLSETS: 'all' }).MCP_TOOLSETS).toEqual(['core', 'tags', 'analytics', 'audit'])
    const { message, exitCode } = complaintOf({ MCP_TOOLSETS: 'core,none' })
    expect(exitCode).toBe(78)
    expect(message).toContain('MCP_TOOLSETS must name sets of tools: core, tags, analytics, audit, all')
  })

  it('REF_PARAM is ref, another name, or nothing when it is off', () => {
    expect(readSettings({}).REF_PARAM).toBe('ref')
    expect(readSettings({ REF_PARAM: 'via' }).REF_PARAM).toBe('via')
    expect(readSettings({ REF_PARAM: 'off' }).REF_PARAM).toBe('')
  })

  it('an empty variable counts as not set', () => {
    expect(readSettings({ PORT: '', BASE_URL: '' })).toEqual(readSettings({}))
  })

  it('BASE_URL defaults to the port, and MCP_URL to BASE_URL', () => {
    expect(readSettings({ PORT: '8080' }).BASE_URL).toBe('http://localhost:8080')
    expect(readSettings({ BASE_URL: 'https://go.example.com/' })).toMatchObject({
      BASE_URL: 'https://go.example.com',
      MCP_URL: 'https://go.example.com/mcp',
    })
  })

  it('addresses with characters beyond ASCII are kept as browsers send them, so that QR codes hold ASCII alone', () => {
    expect(
      readSettings({ BASE_URL: 'https://bücher.example/kürzer/', APP_URL: 'https://müller.example' }),
    ).toMatchObject({
      BASE_URL: 'https://xn--bcher-kva.example/k%C3%BCrzer',
      MCP_URL: 'https://xn--bcher-kva.example/k%C3%BCrzer/mcp',
      APP_URL: 'https://xn--mller-kva.example',
    })
  })

  it('production requires secrets and database, and one message names all that are missing, with EX_CONFIG', () => {
    const complaint = complaintOf({ NODE_ENV: 'production', PORT: 'many' })
    for (const name of ['JWT_SECRET', 'APIKEY_PEPPER', 'DATABASE_URL', 'PORT'])
      expect(complaint.message).toContain(name)
    expect(complaint.exitCode).toBe(78)
    expect(readSettings(PRODUCTION).WEBHOOK_ALLOW_PRIVATE).toBe(false)
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', '1e3'],
    ['PORT', '-1'],
    ['BASE_URL', 'go.example.com'],
    ['BASE_URL', 'ftp://go.example.com'],
    ['HOST', '999.1.1.1'],
    ['HOST', 'http://0.0.0.0'],
    ['HOST', '[::1]'],
    ['PAYMENT_SECRET_KEY', 'sk_test_alone'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'postgres://u:ab/cd+e=@127.0.0.1/x'],
    ['DATABASE_READ_URL', 'sqlite:x.db'],
    ['DATABASE_READ_URL', 'postgres://u:ab/cd+e=@127.0.0.1/x'],
    ['JWT_SECRET', 'short'],
    ['MCP_ENABLED', 'maybe'],
    ['DEFAULT_PLAN', 'GOLD'],
    ['TRUST_PROXY', 'yes please'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '17'],
    ['WEBHOOK_RETRY_SCHEDULE', '5,soon'],
    ['DNS_SERVERS', 'x'],
    ['DNS_SERVERS', '192.0.2.1:0'],
    ['DNS_SERVERS', '192.0.2.1,[::1]x'],
    ['DNS_SERVERS', ','],
    ['EXTRA_HOSTS', 'go.example.com:443'],
    ['EXTRA_HOSTS', 'shortlink:3000'],
    ['EXTRA_HOSTS', '192.0.2.1'],
    ['EXTRA_HOSTS', 'https://go.example.com'],
    ['METRICS_TOKEN', 'fifteen-letters'],
    ['PROXY_TLS_CHECK_SECRET', '1'],
    ['INTERNAL_PORT', '0'],
    ['INTERNAL_PORT', '3000'],
    ['LOG_LEVEL', 'loud'],
    ['REDIRECT_CACHE_SECONDS', '-1'],
    ['REDIRECT_CACHE_SECONDS', '31536001'],
    ['REDIRECT_CACHE_SECONDS', '1.5'],
    ['RATELIMIT_PASSWORD_PER_MIN', '-1'],
    ['RATELIMIT_PASSWORD_PER_MIN', 'few'],
    ['SHUTDOWN_TIMEOUT_MS', '0'],
  ])('an invalid setting is refused by name: %s=%s', (name, value) => {
    expect(complaintOf({ [name]: value }).message).toContain(name)
  })

  it.each(['BASE_URL', 'APP_URL', 'MCP_URL', 'PAYMENT_API_BASE'])(
    'a user name or password in %s is refused by the name of the setting, without printing it',
    (name) => {
      for (const value of ['https://ada:passw0rd@go.example.com', 'https://passw0rd@go.example.com/path']) {
        const { message, exitCode } = complaintOf({ [name]: value })
        expect(message).toBe(`Bad settings: ${name} must have no user name and no password`)
        expect(exitCode).toBe(78)
      }
    },
  )

  it.each([
    [{ PRICE_STARTER_MONTHLY: 'price_1', PRICE_PRO_YEARLY: 'price_1' }, 'PRICE_PRO_YEARLY', 'PRICE_STARTER_MONTHLY'],
    [{ PRICE_PRO_MONTHLY: 'price_1', PRICE_REFILL: 'price_1' }, 'PRICE_REFILL', 'PRICE_PRO_MONTHLY'],
  ])('one price for two things to buy is refused: %j', (prices, name, other) => {
    expect(complaintOf(prices).message).toContain(`${name} must differ from ${other}`)
  })

  it.each<[Record<string, string>, string]>([
    [{ OAUTH_ISSUER: 'idp.example' }, 'must be an absolute https:// URL'],
    [{ OAUTH_ISSUER: 'http://idp.example' }, 'must be https, or http on the own machine'],
    [{ OAUTH_ISSUER: 'https://idp.example/?tenant=1' }, 'must have no query'],
    [{ SIGNUP: 'open' }, 'OAUTH_ISSUER requires SIGNUP='],
    [{ OAUTH: 'false' }, 'OAUTH_ISSUER has no effect with OAUTH=false'],
    [{ BASE_URL: 'https://idp.example', OAUTH_ISSUER: 'https://idp.example/oauth' }, 'another server'],
    [
      { OAUTH_CLIENTS: '[{"client_id":"a","client_name":"A","redirect_uris":["https://a.example/"]}]' },
      'OAUTH_CLIENTS has no effect with OAUTH_ISSUER',
    ],
  ])('an outside issuer with %j is refused', (given, message) => {
    const complaint = complaintOf({ OAUTH_ISSUER: 'https://idp.example', SIGNUP: 'closed', ...given })
    expect(complaint.message).toContain(message)
    expect(complaint.exitCode).toBe(78)
  })

  it('an outside issuer keeps its spelling, and needs no dashboard', () => {
    const issuer = { OAUTH_ISSUER: 'https://idp.example/', SIGNUP: 'closed', DASHBOARD: 'false' }
    expect(readSettings(issuer)).toMatchObject({ OAUTH: true, OAUTH_ISSUER: 'https://idp.example/' })
  })

  it('monthly and yearly payment of one plan may have one price', () => {
    expect(readSettings({ PRICE_PRO_MONTHLY: 'price_1', PRICE_PRO_YEARLY: 'price_1' }).PRICE_PRO_YEARLY).toBe('price_1')
  })

  it.each(['0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'node-1.internal', 'go_1'])(
    'HOST=%s is read',
    (HOST) => {
      expect(readSettings({ HOST }).HOST).toBe(HOST)
    },
  )

  it.each([
    ['0', 0],
    ['1', 1],
    ['true', true],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ])('TRUST_PROXY=%s is read as %j', (value, meaning) => {
    expect(readSettings({ TRUST_PROXY: value }).TRUST_PROXY).toEqual(meaning)
  })
})

it.each(['192.0.2.1', '192.0.2.1:5353', '2001:db8::1', '[2001:db8::1]:53', '192.0.2.1, [::1]:53'])(
  'DNS_SERVERS=%s is read',
  (value) => {
    expect(readSettings({ DNS_SERVERS: value }).DNS_SERVERS?.join(', ')).toBe(value)
  },
)

it('EXTRA_HOSTS are normalised', () => {
  expect(readSettings({ EXTRA_HOSTS: 'Links.Example, go.example.com., Shortlink' }).EXTRA_HOSTS).toEqual([
    'links.example',
    'go.example.com',
    'shortlink',
  ])
})
