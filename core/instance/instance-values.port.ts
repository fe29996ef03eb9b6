/** Values that belong to the whole instance, by name: every server on the database shares them. */
export interface InstanceValues {
  find(name: string): Promise<string | undefined>
  /** Stores the value unless the name has one. Returns the stored value, so that callers that race get the same. */
  settle(name: string, value: string): Promise<string>
  /** Stores the value in the place of an earlier one. */
  replace(name: string, value: string): Promise<void>
}
