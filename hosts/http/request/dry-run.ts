const VALUES: ReadonlyMap<string | null, boolean> = new Map([
  [null, false],
  ['false', false],
  ['true', true],
])

/** The value of the header `Dry-Run`; undefined if it is malformed. */
export const dryRunOf = ({ headers }: Request): boolean | undefined => VALUES.get(headers.get('dry-run'))
