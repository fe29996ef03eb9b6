import type { Draft } from './draft.ts'
import type { Link } from './queries.ts'

/** What a part of the edit form gets. */
export interface PartProps {
  readonly draft: Draft
  /** As it is stored. */
  readonly link: Link
  readonly set: (part: Partial<Draft>) => void
  /** What the server found wrong with an input of this name. */
  readonly faultOf: (input: string) => string | undefined
}
