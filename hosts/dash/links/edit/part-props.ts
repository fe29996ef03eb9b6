import type { Link } from '../queries.ts'
import type { Draft } from './draft.ts'

/** Props of a part of the edit form. */
export interface PartProps {
  readonly draft: Draft
  /** In its stored state. */
  readonly link: Link
  readonly set: (part: Partial<Draft>) => void
  /** The server's validation error for an input of this name. */
  readonly faultOf: (input: string) => string | undefined
}
