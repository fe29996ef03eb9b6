import type { ImportedLink } from '@shortlink/core'
import type { Fate } from './losses.ts'
import type { Row } from './row.ts'

/** Import fields of a link, not yet validated: the import finds their errors. */
type Unchecked = { readonly [Name in Exclude<keyof ImportedLink, 'slug' | 'target' | 'hostname'>]?: unknown }

/** A link of a file. */
export interface SourceLink extends Unchecked {
  readonly slug: unknown
  readonly target: unknown
  /** Its domain; null for the program's default one. */
  readonly domain: string | null
  /** Why it cannot be imported. */
  readonly fault?: string
  /** Lost values, in addition to fields that no link here has. */
  readonly losses?: readonly Fate[]
}

/** A reader for links of another program. */
export interface Program {
  /** The value of `--from`. */
  readonly name: string
  /** Description of its files for `--help`, and of their columns. */
  readonly files: string
  readonly columns: string
  /** Names of columns; a file has at least one of each. */
  readonly needs: { readonly slug: readonly string[]; readonly target: readonly string[] }
  /** Names of additional columns that a file must have. */
  readonly requires?: readonly string[]
  /** Results for its fields, by normalized name; members of inner objects follow a dot. */
  readonly fates: Readonly<Record<string, Fate>>
  /** The links of a row, from the kept fields with normalized names. */
  links(row: Row): readonly SourceLink[]
  /** Completes the rows of a page of JSON by each other. */
  prepare?(rows: readonly Row[]): readonly Row[]
  /** The columns of files without a header. */
  readonly positional?: readonly string[]
  /** CSV cells have an apostrophe before formulas. */
  readonly isGuarded?: boolean
  /** Information about a link that CSV files lack. */
  readonly unsaidInCsv?: string
  /** How to get all pages of the API. */
  readonly pages?: string
}
