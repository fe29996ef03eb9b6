import { type DdlDialect, statements } from './migration.ts'

/** An index of the texts that a search looks through: it is a fraction of the links, which have much else. */
export const search = ({ searchIndex }: DdlDialect) => statements(...searchIndex)
