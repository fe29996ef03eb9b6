import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/** Visits to unknown slugs. */
export const unknownVisits = ({ key, clustered }: DdlDialect) =>
  statements(
    sql`create table unknown_visits (
      domain_id ${key} not null,
      day bigint not null,
      slug ${key} not null,
      hits bigint not null,
      primary key (domain_id, day, slug)
    ) ${clustered}`,
    // Counts the slugs of a day, and finds past days.
    sql`create index unknown_visits_by_day on unknown_visits (day)`,
  )
