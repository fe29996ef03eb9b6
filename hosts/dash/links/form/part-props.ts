import type { Draft } from '../draft/draft.ts'
import type { Link } from '../queries.ts'

/** Props of a part of the link form. */
export interface PartProps {
  readonly draft: Draft
  /** In its stored state; blank for a new link. */
  readonly link: Link
  readonly set: (part: Partial<Draft>) => void
  /** The validation error of an input of this name. */
  readonly faultOf: (input: string) => string | undefined
}
