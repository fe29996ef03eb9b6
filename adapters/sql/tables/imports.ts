export interface ImportsTable {
  owner: string
  id: string
  name: string
  state: string
  parts: number
  characters: number
  program: string | null
  /** JSON. */
  domains: string
  /** JSON. */
  accepted_losses: string
  found: string | null
  /** JSON. */
  report: string | null
  /** JSON. */
  fault: string | null
  created_at: number
  updated_at: number
  /** The token of the server that works on it. */
  claim: string | null
  claimed_until: number
  /** Claims in a row without progress. */
  attempts: number
}

export interface ImportPartsTable {
  import: string
  part: number
  content: string
}
