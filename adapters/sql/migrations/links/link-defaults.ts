import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/** Campaign parameters under a name, and the defaults for new links. */
export const linkDefaults = ({ key }: DdlDialect) =>
  statements(
    sql`create table campaign_templates (
      id ${key} primary key,
      owner ${key} not null,
      name text not null,
      utm text not null,
      created_at bigint not null
    )`,
    sql`create index campaign_templates_by_owner on campaign_templates (owner, created_at, id)`,
    sql`create table link_defaults (
      owner ${key} primary key,
      domain_id ${key},
      tags text not null,
      campaign_template_id ${key},
      qr_style_id ${key}
    )`,
  )
