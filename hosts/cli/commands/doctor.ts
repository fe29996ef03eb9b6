import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { access, constants, glob, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { acceptPepper, DAY_MS } from '@shortlink/core/host'
import type { DamagedSums } from '@shortlink/core/ports'
import { comparePepper, configuredPepper } from '../../app/compare-pepper.ts'
import type { Parts } from '../../app/parts/types.ts'
import { serverParts } from '../../app/parts.ts'
import type { Root } from '../../app/root.ts'
import { readSettings, type Settings } from '../../app/settings/settings.ts'
import { type Inspection, storeAt } from '../../app/stores.ts'
import { createLog } from '../../kit/log.ts'
import { answer, CommandFailed, coloured, jsonCommand, withContext } from '../command.ts'
import { similarSetting } from '../setting-names.ts'
import { counted } from '../table/columns.ts'
import { readableByOthers } from './file-modes.ts'
import { checkRotation } from './pepper-rotation.ts'

type Counts = NonNullable<Inspection['counts']>

interface Finding {
  readonly check: string
  readonly ok: boolean
  /** True for a check that passes with a warning. */
  readonly warning?: true
  readonly detail: string
}

interface DoctorOptions {
  readonly acceptPepper?: true
  readonly repair?: true
  readonly json?: boolean
}

/** Creates `shortlink doctor`, which checks a service. */
export const doctorCommand = () =>
  jsonCommand('doctor')
    .description(
      'Check settings, data folder, database, hit counts, pepper, journal and DNS; read-only without --accept-pepper and --repair',
    )
    .option('--accept-pepper', 'first accept APIKEY_PEPPER as the new pepper, if the old one was lost')
    .option('--repair', 'first recompute counts and rollups that differ from the hits')
    .addHelpText(
      'after',
      `
With --accept-pepper the API keys made with the earlier pepper stay refused: their owners make new ones, and rotate the secrets of their webhooks.`,
    )
    .action(async ({ acceptPepper: isAccepted, repair, ...options }: DoctorOptions) => {
      const settings = readSettings(process.env)
      if (isAccepted) await acceptConfigured(settings)
      if (repair) await repairSums()
      // This creates only two parts, so it opens nothing that a running server has locked.
      const root = serverParts(settings, createLog('silent'), { exclusive: false })
      const findings = [
        { check: 'settings', ok: true, detail: `base address ${settings.BASE_URL}` },
        ...checkNames(process.env),
        await look('data folder', () => checkFolder(settings)),
        ...(await checkModes(settings)),
        await look('free disk', () => checkFreeDisk(root, settings)),
        ...(await checkDatabase(settings)),
        ...(await checkReplica(settings)),
        await look('journal', () => checkJournal(settings)),
        await look('DNS', () => checkDns(root, settings)),
      ]
      const ok = findings.every((finding) => finding.ok)
      answer(options, { ok, findings }, findings.map(toLine))
      process.exitCode = ok ? 0 : 1
    })

const toLine = ({ check, ok, warning, detail }: Finding) =>
  `${warning ? coloured('yellow', 'WARN') : ok ? coloured('green', 'ok  ') : coloured('red', 'FAIL')}  ${check}: ${detail}`

/** The result of a check with a problem that needs attention but stops nothing. */
interface Warning {
  readonly warning: string
}

/** Returns the result of a check, or the error that prevented it. */
const look = (check: string, work: () => Promise<string | Warning>): Promise<Finding> =>
  work().then(
    (found) =>
      typeof found === 'string'
        ? { check, ok: true, detail: found }
        : { check, ok: true, warning: true, detail: found.warning },
    (error: unknown) => ({ check, ok: false, detail: error instanceof Error ? error.message : String(error) }),
  )

async function checkFolder({ DATA_DIR }: Settings): Promise<string> {
  const isThere = existsSync(DATA_DIR)
  await access(isThere ? DATA_DIR : dirname(resolve(DATA_DIR)), constants.W_OK)
  return isThere ? `${DATA_DIR} is writable` : `${DATA_DIR} is created at the first start`
}

/** Returns a warning for each variable with a name that is close to a setting's. */
const checkNames = (environment: NodeJS.ProcessEnv): Finding[] =>
  Object.keys(environment).flatMap((name) => {
    const meant = similarSetting(name)
    if (meant === undefined) return []
    return [{ check: 'settings', ok: true, warning: true, detail: `${name} is not a setting; did you mean ${meant}?` }]
  })

/** Returns a warning if others can read the database, a generated secret or a backup. */
async function checkModes(settings: Settings): Promise<Finding[]> {
  const readable = await readableByOthers(settings)
  if (readable.length === 0) return []
  const detail = `readable by others, chmod 600 them: ${readable.join(', ')}`
  return [{ check: 'file modes', ok: true, warning: true, detail }]
}

async function checkFreeDisk(root: Root<Parts>, { MIN_FREE_DISK_MB }: Settings): Promise<string> {
  const readFreeBytes = await root.get('readFreeBytes')
  const freeMb = Math.floor((await readFreeBytes()) / 2 ** 20)
  if (freeMb < MIN_FREE_DISK_MB)
    throw new Error(`${freeMb} MiB are free, below MIN_FREE_DISK_MB (${MIN_FREE_DISK_MB}): creations are refused`)
  return `${freeMb} MiB are free`
}

async function checkDatabase(settings: Settings): Promise<Finding[]> {
  let inspection: Inspection | undefined
  const database = await look('database', async () => {
    inspection = await storeAt(settings.DATABASE_URL).inspect()
    const { applied, missing, unknown } = inspection.schema
    const newer = unknown.join(', ')
    if (missing.length > 0)
      return { warning: `the schema lacks ${missing.join(', ')}; start the server or run migrate to add it` }
    if (inspection.counts === null) throw new Error(`a newer version has changed the schema (${newer})`)
    const copied = inspection.unfinishedCopy
    if (copied !== null) throw new Error(`it contains an unfinished copy of ${copied}; run that copy again`)
    return `the schema is up to date (${applied.at(-1)})${newer && `; a newer version has added ${newer}`}`
  })
  const found = inspection
  const counts = found?.counts
  if (!counts) return [database]
  const hits = await look('hit counts', async () => {
    if (counts.damaged.length > 0)
      throw new Error(`${counts.damaged.map(inWords).join('; ')}; --repair recomputes them`)
    if (counts.miscounted.length > 0) throw new Error(`counts differ from hits for ${counts.miscounted.join(', ')}`)
    return `${counted(counts.links, 'link')}, ${counted(counts.hits, 'hit')}, all counts match`
  })
  return [database, hits, ...keptTooLong(settings, counts), await look('pepper', () => checkPepper(settings, found))]
}

/** The server runs without a read replica, so one that it cannot use is a warning. */
async function checkReplica({ DATABASE_URL, DATABASE_READ_URL }: Settings): Promise<Finding[]> {
  const { inspectReplica } = storeAt(DATABASE_URL)
  if (DATABASE_READ_URL === undefined || inspectReplica === undefined) return []
  const find = () =>
    inspectReplica(DATABASE_READ_URL).then(
      (bytes) => `a standby of the database, ${bytes} bytes of its log behind`,
      (error: Error) => ({ warning: `DATABASE_READ_URL cannot be used: ${error.message}` }),
    )
  return [await look('read replica', find)]
}

/** Returns a warning for each kind of data that exceeds the operator's retention period by more than the day that its deletion may take. */
function keptTooLong({ HIT_RETENTION_DAYS, IP_RETENTION_DAYS }: Settings, counts: Counts): Finding[] {
  const older = (oldest: number | null, days: number, what: string, setting: string): Finding[] => {
    if (days === 0 || oldest === null || oldest >= Date.now() - (days + 2) * DAY_MS) return []
    const since = new Date(oldest).toISOString().slice(0, 10)
    const detail = `${what} of ${since} still exist, although ${setting} is ${days}: a server removes them once its clocks have been stable for an hour`
    return [{ check: 'retention', ok: true, warning: true, detail }]
  }
  return [
    ...older(counts.oldestHit, HIT_RETENTION_DAYS, 'visits', 'HIT_RETENTION_DAYS'),
    ...older(counts.oldestAddress, IP_RETENTION_DAYS, 'whole addresses', 'IP_RETENTION_DAYS'),
  ]
}

const inWords = ({ slug, day, what }: DamagedSums) =>
  `${slug === null ? '' : `${slug} `}on ${new Date(day).toISOString().slice(0, 10)}: ${what}`

/** Runs next to a server with the same settings, which continues unchanged. */
const repairSums = () => withContext(({ settings }) => storeAt(settings.DATABASE_URL).repair(), { effect: 'writes' })

async function checkPepper(settings: Settings, inspection: Inspection): Promise<string | Warning> {
  const match = await comparePepper(settings, inspection)
  if (match === 'previous')
    return { warning: 'the database has APIKEY_PEPPER_PREVIOUS; restart the server to rotate it' }
  if (match === 'same' && settings.APIKEY_PEPPER_PREVIOUS !== undefined) return checkRotation(settings, inspection)
  if (match === 'same') return 'APIKEY_PEPPER matches the database'
  if (match === 'none in the database') return 'the first server start stores a digest of APIKEY_PEPPER'
  const problem = match === 'other' ? 'APIKEY_PEPPER does not match the database' : 'APIKEY_PEPPER is not set'
  throw new Error(
    `${problem}: existing API keys are refused; set the earlier pepper, or accept the current one with --accept-pepper`,
  )
}

/** Runs next to a server with the same settings, which continues unchanged. */
async function acceptConfigured(settings: Settings) {
  if (configuredPepper(settings) === undefined) throw new CommandFailed('There is no APIKEY_PEPPER to accept')
  await withContext(({ ports }) => acceptPepper(ports), { effect: 'writes' })
}

/** Hits wait in the journal while the database is unavailable, so old ones indicate a fault. */
async function checkJournal({ DATA_DIR }: Settings): Promise<string> {
  let bytes = 0
  for await (const file of glob(join(DATA_DIR, 'hits', 'journal-*', '*.hits'))) {
    bytes += await stat(file).then(
      ({ size }) => size,
      () => 0,
    )
  }
  return bytes === 0 ? 'no hits wait for the database' : `${bytes} bytes of hits wait for the database`
}

/** Queries the resolver that verifies domains about the service's own host, then the system for its IP address. */
async function checkDns(root: Root<Parts>, { BASE_URL }: Settings): Promise<string | Warning> {
  const { hostname } = new URL(BASE_URL)
  const asked = await (await root.get('dns')).txt(hostname)
  if (asked.isErr()) throw new Error('the resolver for domain verification does not respond')
  // This is no error: the service may have no DNS entry yet, and the names of this network may differ.
  return lookup(hostname).then(
    ({ address }) => `${hostname} is at ${address}`,
    ({ code }: NodeJS.ErrnoException) => ({ warning: `this machine cannot resolve ${hostname} (${code})` }),
  )
}
