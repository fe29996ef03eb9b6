import type { ImportedLink } from '@shortlink/core'
import type { Fate } from './losses.ts'
import type { Row } from './row.ts'

/** What an import takes of a link, unchecked: what is wrong with it is found there. */
type Unchecked = { readonly [Name in Exclude<keyof ImportedLink, 'slug' | 'target' | 'hostname'>]?: unknown }

/** A link of a file. */
export interface SourceLink extends Unchecked {
  readonly slug: unknown
  readonly target: unknown
  /** The domain that it is on; null for the default one of the program. */
  readonly domain: string | null
  /** Why it cannot be imported. */
  readonly fault?: string
  /** What cannot be kept of its values, beside the fields that no link here has. */
  readonly losses?: readonly Fate[]
}

/** How the links that another program wrote are read. */
export interface Program {
  /** As `--from` takes it. */
  readonly name: string
  /** What `--help` says of its files, and of their columns. */
  readonly files: string
  readonly columns: string
  /** Names of columns, of which a file has at least one each. */
  readonly needs: { readonly slug: readonly string[]; readonly target: readonly string[] }
  /** Names of further columns that a file has to have. */
  readonly requires?: readonly string[]
  /** What becomes of its fields, by their names in normal form; those of inner objects behind a dot. */
  readonly fates: Readonly<Record<string, Fate>>
  /** The links of a row, by the fields that are kept, in normal form. */
  links(row: Row): readonly SourceLink[]
  /** Completes the rows of a page of JSON by each other. */
  prepare?(rows: readonly Row[]): readonly Row[]
  /** The columns of files without a header. */
  readonly positional?: readonly string[]
  /** CSV cells have an apostrophe in front of what a spreadsheet would run. */
  readonly isGuarded?: boolean
  /** What CSV files do not say of a link. */
  readonly unsaidInCsv?: string
  /** How to get all pages of the API. */
  readonly pages?: string
}
