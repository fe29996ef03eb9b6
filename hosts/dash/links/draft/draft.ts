import { withScheme } from '../../ui/text/is-address.ts'
import { instantOf, localTime } from '../../ui/text/local-time.ts'
import type { Link, LinkChange } from '../queries.ts'
import { tagsOf } from '../tag-names.ts'

/** Form state: texts as typed. */
export interface Draft {
  readonly target: string
  /** The slug of a new link; an existing link keeps its slug and domain. */
  readonly slug: string
  /** Empty for the service's own host. */
  readonly domainId: string
  /** Slugs, separated by spaces. */
  readonly aliases: string
  readonly title: string
  readonly note: string
  readonly externalId: string
  readonly tags: string
  readonly enabled: boolean
  readonly enableTracking: boolean
  readonly archived: boolean
  /** In the format of `<input type=datetime-local>`, in the viewer's time zone. */
  readonly startsAt: string
  readonly expiresAt: string
  readonly maxVisits: string
  readonly fallbackTarget: string
  readonly redirectStatus: string
  readonly forwardQuery: boolean
  readonly forwardPath: boolean
  /** Empty keeps the current password. */
  readonly password: string
  readonly removePassword: boolean
  readonly utmSource: string
  readonly utmMedium: string
  readonly utmCampaign: string
  readonly utmTerm: string
  readonly utmContent: string
  readonly previewTitle: string
  readonly previewDescription: string
  readonly previewImage: string
}

/** A link, or the start of a new one with the id of its domain. */
export interface FormLink extends Link {
  readonly domainId?: string | undefined
}

/** The form as a link fills it. */
export const draftOf = (link: FormLink): Draft => ({
  target: link.target,
  slug: link.shortlink,
  domainId: link.domainId ?? '',
  aliases: link.aliases.join(' '),
  title: link.title ?? '',
  note: link.note ?? '',
  externalId: link.externalId ?? '',
  tags: link.tags.join(', '),
  enabled: link.enabled,
  enableTracking: link.enableTracking,
  archived: link.archived,
  startsAt: localTime(link.startsAt ?? ''),
  expiresAt: localTime(link.expiresAt ?? ''),
  maxVisits: link.maxVisits === null ? '' : String(link.maxVisits),
  fallbackTarget: link.fallbackTarget ?? '',
  redirectStatus: String(link.redirectStatus),
  forwardQuery: link.forwardQuery,
  forwardPath: link.forwardPath,
  password: '',
  removePassword: false,
  utmSource: link.utm?.source ?? '',
  utmMedium: link.utm?.medium ?? '',
  utmCampaign: link.utm?.campaign ?? '',
  utmTerm: link.utm?.term ?? '',
  utmContent: link.utm?.content ?? '',
  previewTitle: link.preview?.title ?? '',
  previewDescription: link.preview?.description ?? '',
  previewImage: link.preview?.image ?? '',
})

/** The update to send: only the fields that differ from the link, so that another client's changes of others stay. */
export function changeOf(link: Link, draft: Draft): LinkChange {
  const before = draftOf(link)
  const isChanged = (...names: (keyof Draft)[]) => names.some((name) => draft[name] !== before[name])
  const { password, removePassword } = draft
  return {
    id: link.id,
    ...(isChanged('target') && { target: withScheme(draft.target) }),
    ...(isChanged('title') && { title: orNull(draft.title) }),
    ...(isChanged('note') && { note: orNull(draft.note) }),
    ...(isChanged('externalId') && { externalId: orNull(draft.externalId) }),
    ...(isChanged('tags') && { tags: tagsOf(draft.tags) }),
    ...(isChanged('enabled') && { enabled: draft.enabled }),
    ...(isChanged('enableTracking') && { enableTracking: draft.enableTracking }),
    ...(isChanged('archived') && { archived: draft.archived }),
    ...(isChanged('startsAt') && { startsAt: orNull(instantOf(draft.startsAt)) }),
    ...(isChanged('expiresAt') && { expiresAt: orNull(instantOf(draft.expiresAt)) }),
    ...(isChanged('maxVisits') && { maxVisits: draft.maxVisits.trim() === '' ? null : Number(draft.maxVisits) }),
    ...(isChanged('fallbackTarget') && { fallbackTarget: orNull(draft.fallbackTarget) }),
    ...(isChanged('redirectStatus') && { redirectStatus: Number(draft.redirectStatus) }),
    ...(isChanged('forwardQuery') && { forwardQuery: draft.forwardQuery }),
    ...(isChanged('forwardPath') && { forwardPath: draft.forwardPath }),
    ...(removePassword ? { password: null } : password === '' ? {} : { password }),
    ...(isChanged('utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent') && {
      utm: orNone({
        source: orNull(draft.utmSource),
        medium: orNull(draft.utmMedium),
        campaign: orNull(draft.utmCampaign),
        term: orNull(draft.utmTerm),
        content: orNull(draft.utmContent),
      }),
    }),
    ...(isChanged('previewTitle', 'previewDescription', 'previewImage') && {
      preview: orNone({
        title: orNull(draft.previewTitle),
        description: orNull(draft.previewDescription),
        image: orNull(draft.previewImage),
      }),
    }),
  }
}

/** The aliases that saving adds, and those it removes. */
export function aliasChanges(link: Link, draft: Draft) {
  const after = aliasesOf(draft)
  return {
    added: after.filter((alias) => !link.aliases.includes(alias)),
    removed: link.aliases.filter((alias) => !after.includes(alias)),
  }
}

export const aliasesOf = ({ aliases }: Draft): readonly string[] => aliases.split(' ').filter(Boolean)

/** Whether saving would send anything. */
export function isChange(link: FormLink, draft: Draft): boolean {
  const before = draftOf(link)
  return (Object.keys(before) as (keyof Draft)[]).some((name) => draft[name] !== before[name])
}

/** A text that changes with any field of the form. */
export const versionOf = (link: FormLink) => JSON.stringify({ ...draftOf(link), hasPassword: link.hasPassword })

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The fields with a value; null if none has one. */
function orNone<Fields extends Record<string, string | null>>(fields: Fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  return given.length === 0 ? null : (Object.fromEntries(given) as Partial<Record<keyof Fields, string>>)
}
