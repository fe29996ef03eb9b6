import type { Instant } from '../kernel/caller.ts'
import type { ImportId, UserId } from '../kernel/ids.ts'

/** The programs whose files can be imported. */
export const IMPORT_PROGRAMS = [
  ...(['shortlink', 'yourls', 'kutt', 'shlink', 'bitly', 'dub', 'rebrandly', 'shortio'] as const),
] as const
export type ImportProgram = (typeof IMPORT_PROGRAMS)[number]

/**
 * Properties of a link that an import cannot keep and that would leave it open, or redirect elsewhere, without them. A link with one is
 * refused, unless the import accepts the loss; a link with only a password is imported as not enabled.
 */
export const IMPORT_LOSSES = ['password', 'expiry', 'start', 'visit-limit', 'archived', 'rules', 'domain'] as const
export type ImportLoss = (typeof IMPORT_LOSSES)[number]

/**
 * `UPLOADING` until the last part of the file; `PLANNING` while the server makes the preview; `READY` to start; `RUNNING` while it creates
 * links; `FAILED` for a file that cannot be read.
 */
export const IMPORT_STATES = ['UPLOADING', 'PLANNING', 'READY', 'RUNNING', 'DONE', 'CANCELED', 'FAILED'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Why a link is not imported. `INVALID` and `FAULT`: the message says it. */
export const IMPORT_PROBLEMS = ['LOST', 'TWICE', 'OPEN', 'INVALID', 'FAULT'] as const

/** A link of the file that is not imported. */
export interface ImportProblem {
  /** Counted from 1, without the header. */
  readonly row: number
  readonly slug: string
  readonly target: string
  readonly reason: (typeof IMPORT_PROBLEMS)[number]
  /** The losses, or the restrictions that the existing link lacks. */
  readonly fields: readonly string[]
  readonly message: string
}

/** Number of links by a name, such as a domain. */
export interface ImportCount {
  readonly name: string
  readonly links: number
}

/** A link that the preview shows. */
export interface ImportSample {
  readonly slug: string
  readonly target: string
  readonly title: string
  readonly tags: readonly string[]
}

/** The preview of an import, or its result so far. */
export interface ImportReport {
  /** Rows that have been read. */
  readonly rows: number
  /** Characters that have been read. */
  readonly characters: number
  /** Links to create according to the preview. */
  readonly planned: number
  /** Links that were created; in a preview, that can be. */
  readonly created: number
  /** Links that exist already. */
  readonly present: number
  /** Links that are not imported. */
  readonly skipped: number
  /** Created links that are not enabled. */
  readonly closed: number
  /** Created links with a part of their visit limit used. */
  readonly limited: number
  /** Links by their domain in the file. */
  readonly domains: readonly ImportCount[]
  /** Links by the losses that refuse them, accepted or not; only in a preview. */
  readonly refused: readonly ImportCount[]
  /** Created links by the fields that they lose. */
  readonly lost: readonly ImportCount[]
  /** Number of all links at the source, if the file says it. */
  readonly total: number | null
  readonly isCsv: boolean
  readonly samples: readonly ImportSample[]
  /** The first problems. */
  readonly problems: readonly ImportProblem[]
}

/** The report of an import that has read nothing. */
export const emptyImportReport = (planned: number): ImportReport => ({
  ...{ rows: 0, characters: 0, planned, created: 0, present: 0, skipped: 0, closed: 0, limited: 0, total: null },
  ...{ isCsv: false, domains: [], refused: [], lost: [], samples: [], problems: [] },
})

/** The target of the links of one domain: null to skip them, empty for the service's own host. */
export interface ImportDomain {
  readonly from: string
  readonly to: string | null
}

/** Choices before the start. */
export interface ImportChoices {
  /** Null to detect it. */
  readonly program: ImportProgram | null
  readonly domains: readonly ImportDomain[]
  readonly acceptedLosses: readonly ImportLoss[]
}

/** The import of a file with links in the background. An account has one; a new one replaces it. */
export interface Import extends ImportChoices {
  readonly id: ImportId
  readonly owner: UserId
  /** The name of the file. */
  readonly name: string
  readonly state: ImportState
  /** Parts and characters that have been uploaded. */
  readonly parts: number
  readonly characters: number
  /** The program that was detected or chosen; null before the preview. */
  readonly found: ImportProgram | null
  readonly report: ImportReport | null
  /** Why it failed. */
  readonly fault: ImportFault | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Why a file cannot be imported. */
export interface ImportFault {
  /** `empty`, `kind`, `encoding`, `columns`, `syntax`, `size`, `plan` or `unexpected`. */
  readonly code: string
  /** The content found in the file instead, or the message. */
  readonly detail: string
}

/** Most characters of one part. */
export const MAX_PART_CHARACTERS = 256 * 1024
/** Most characters of a file. */
export const MAX_IMPORT_CHARACTERS = 32 * 1024 * 1024
/** Days after its last change when an import is deleted. */
const KEPT_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

/** Imports that have not changed since are deleted. */
export const importsKeptFrom = (now: Instant): Instant => now - KEPT_DAYS * DAY_MS
