/** Number of records that suites about long lists store; smaller where the store is slow to reach. */
export interface ContractSizes {
  /** 10,000 by default. */
  readonly links?: number
  /** 10,000 by default. */
  readonly hits?: number
}
