import { type DdlDialect, statements } from './migration.ts'

/** Long reads of large tables use one process each, so that they leave the other cores to short reads and writes. Changes no rows. */
export const serialReads = ({ serialReads }: DdlDialect) =>
  statements(...['links', 'link_hits', 'hits', 'hit_days'].flatMap(serialReads))
