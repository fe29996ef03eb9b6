import { type DdlDialect, statements } from '../migration.ts'

/** An index of the searched texts: it is a fraction of the size of the links, which have many other columns. */
export const search = ({ searchIndex }: DdlDialect) => statements(...searchIndex)
