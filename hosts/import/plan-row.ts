import { applies, type Fate, fateOfUnknown, REFUSING_NAMES, type Refusing } from './losses.ts'
import type { FindPlace } from './places.ts'
import type { Program, SourceLink } from './program.ts'
import { FAULT, isPlainObject, normalName, type Row } from './row.ts'

/** Null for the service's own host, undefined for a domain without a place. */
type Hostname = string | null | undefined

/** Planned import of a link in a row. */
export type Planned = { readonly source: SourceLink } & (
  | {
      readonly kind: 'link'
      readonly link: Readonly<Record<string, unknown>>
      readonly losses: readonly string[]
      /** Whether it is not enabled, because its password cannot be kept. */
      readonly isClosed: boolean
    }
  | {
      readonly kind: 'refused'
      readonly hostname: Hostname
      /** Reasons for the refusal; empty for a row with a fault. */
      readonly by: readonly Refusing[]
      /** Why the row is not to be trusted. */
      readonly fault?: string
    }
  | { readonly kind: 'skipped' }
)

export interface PlanOptions {
  readonly program: Program
  readonly place: FindPlace
  /** Losses that the user accepts for imported links. */
  readonly accepted: ReadonlySet<Refusing>
}

/** Decides on the links of a row: a link that would be more open than at its source is refused. */
export function planRow(row: Row, { program, place, accepted }: PlanOptions): readonly Planned[] {
  const { kept, fates } = readFields(row, program)
  return program.links(kept).map((source): Planned => {
    const { domain, losses = [], fault, ...link } = source
    const { isDisabled, closing, harmless } = sorted([...fates, ...losses])
    const placed = place(domain)
    const refused = { kind: 'refused', source, hostname: undefined, by: [] } as const
    // Its domain may be as wrong as the rest of it.
    if (row[FAULT] !== undefined) return { ...refused, fault: row[FAULT] }
    if (placed === 'skipped') return { kind: 'skipped', source }
    if (fault !== undefined) return { ...refused, fault }
    const all: readonly Refusing[] = placed === 'unknown' ? [...closing, 'domain'] : closing
    const unaccepted = all.filter((loss) => !accepted.has(loss))
    const by = unaccepted.filter((loss) => loss !== 'password')
    const isClosed = unaccepted.includes('password')
    const hostname = placed === 'unknown' ? undefined : placed.hostname || null
    if (by.length > 0) return { kind: 'refused', source, hostname, by }
    return {
      kind: 'link',
      source,
      link: {
        ...link,
        hostname: hostname ?? null,
        ...(isDisabled && { disabled: true }),
        ...(isClosed && { enabled: false }),
      },
      losses: [...all.filter((loss) => !isClosed || loss !== 'password'), ...harmless],
      isClosed,
    }
  })
}

/** Summarizes the fates of fields with a value. */
function sorted(fates: readonly Fate[]) {
  return {
    isDisabled: fates.some((fate) => fate === 'disabled' || fate === 'enabled'),
    closing: [...new Set(fates.filter(isRefusing))],
    harmless: [...new Set(fates.flatMap((fate) => (typeof fate === 'object' ? fate.lost : [])))],
  }
}

const isRefusing = (fate: Fate): fate is Refusing => (REFUSING_NAMES as readonly Fate[]).includes(fate)

/** The fields of a row that are kept, in normal form, and the fates of the others that have a value. */
function readFields(row: Row, { fates: known }: Program): { readonly kept: Row; readonly fates: readonly Fate[] } {
  const kept: Record<string, unknown> = {}
  const fates: Fate[] = []
  const read = (fields: Row, prefix: string, shownPrefix: string) => {
    for (const [shown, value] of Object.entries(fields)) {
      const name = prefix + normalName(shown)
      const fate = Object.hasOwn(known, name) ? known[name] : undefined
      if (fate === 'kept') kept[name] ??= value
      else if (fate === undefined && isPlainObject(value)) read(value, `${name}.`, `${shownPrefix}${shown}.`)
      else {
        const likely = fate ?? fateOfUnknown(normalName(shown), shownPrefix + shown)
        if (likely !== 'ignored' && applies(likely, value)) fates.push(likely)
      }
    }
  }
  read(row, '', '')
  return { kept, fates }
}
