import type { Program } from '../program.ts'
import { countOf, givenText, instantOf, type Row, textOf } from '../row.ts'
import { flagOf, jsonOf, limitOf, passwordIn, timeOf } from '../values.ts'

/** An earlier export, or CSV written by hand. */
export const shortlink: Program = {
  name: 'shortlink',
  files: 'CSV or JSON of "link export"',
  columns: `slug, target, title, hostname, enableTracking, rules, hitCount, createdAt, updatedAt, disabled, enabled, archived, startsAt, expiresAt,
             fallbackTarget, maxVisits, visitsLeft, password, redirectStatus, forwardQuery, forwardPath, utm, tags, note,
             externalId, preview, aliases;
             rules, utm, tags, preview and aliases as JSON, tags also with commas between`,
  needs: { slug: ['slug'], target: ['target'] },
  isGuarded: true,
  fates: {
    slug: 'kept',
    target: 'kept',
    title: 'kept',
    hostname: 'kept',
    enabletracking: 'kept',
    rules: 'kept',
    hitcount: 'kept',
    createdat: 'kept',
    updatedat: 'kept',
    disabled: 'disabled',
    enabled: 'kept',
    archived: 'kept',
    startsat: 'kept',
    expiresat: 'kept',
    fallbacktarget: 'kept',
    maxvisits: 'kept',
    visitsleft: 'kept',
    password: 'kept',
    haspassword: 'kept',
    redirectstatus: 'kept',
    forwardquery: 'kept',
    forwardpath: 'kept',
    utm: 'kept',
    tags: 'kept',
    note: 'kept',
    externalid: 'kept',
    preview: 'kept',
    aliases: 'kept',
  },
  links: (row) => [
    {
      slug: row.slug,
      target: row.target,
      title: textOf(row.title),
      domain: givenText(row.hostname),
      enableTracking: flagOf(row.enabletracking),
      rules: jsonOf(row.rules),
      hitCount: countOf(row.hitcount),
      createdAt: instantOf(row.createdat),
      updatedAt: instantOf(row.updatedat),
      ...limits(row),
      redirectStatus: countOf(row.redirectstatus),
      forwardQuery: flagOf(row.forwardquery),
      forwardPath: flagOf(row.forwardpath),
      utm: jsonOf(row.utm),
      tags: listOf(row.tags),
      note: textOf(row.note),
      externalId: textOf(row.externalid),
      preview: jsonOf(row.preview),
      aliases: listOf(row.aliases),
    },
  ],
}

function limits(row: Row) {
  return {
    enabled: flagOf(row.enabled),
    archived: flagOf(row.archived),
    startsAt: timeOf(row.startsat),
    expiresAt: timeOf(row.expiresat),
    fallbackTarget: textOf(row.fallbacktarget),
    maxVisits: limitOf(row.maxvisits),
    visitsLeft: limitOf(row.visitsleft),
    ...passwordIn(row.password, row.haspassword),
  }
}

/** A list as JSON, or as people write it. */
const listOf = (value: unknown) =>
  typeof value === 'string' && value !== '' && !value.startsWith('[')
    ? value.split(',').map((name) => name.trim())
    : jsonOf(value)
