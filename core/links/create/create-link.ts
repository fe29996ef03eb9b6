import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow'
import type { AuditEntry } from '../../audit/audit-entry.ts'
import { spendQuota } from '../../billing/link-quota.ts'
import { meteredMonth } from '../../billing/plan-status.ts'
import type { Caller, User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import { inSlices } from '../../kernel/steps.ts'
import type { Ports } from '../../ports.ts'
import { tagSpeller } from '../../tags/spell-tags.ts'
import { defineUseCase } from '../../use-case.ts'
import { type Hashed, hashingFor, hashPassword } from '../bulk/hash-passwords.ts'
import { recallLink } from '../bulk/recall-links.ts'
import { type Link, NewLink } from '../link.ts'
import { linksCreated } from '../link-events.ts'
import { checkAnonymousRules, checkRules } from '../rules/check-rules.ts'
import { checkAnonymousOptions } from './check-anonymous-options.ts'
import { roomChecker } from './check-room.ts'
import { draftLink, insertDraft, type LinkDraft, recordOf } from './draft-link.ts'
import { findHostname } from './find-hostname.ts'

/**
 * Creates a link, or finds one to reuse. Anonymous callers may create, unless the operator requires an account. A rejected credential is
 * `not-logged-in`, so that its owner does not get an anonymous link by mistake.
 */
export const createLink = defineUseCase({
  name: 'createLink',
  access: 'anyone',
  scope: 'links:create',
  demand: 'creates',
  scopesOf: ({ reuse }) => (reuse ? ['links:read'] : []),
  input: NewLink,
  recall: recallLink,
  prepare(ports, caller, fields, isGone) {
    const rules = fields.rules ?? []
    const fits = caller.kind === 'user' ? ok() : checkAnonymous(ports, caller, fields)
    const hasRoom = caller.kind === 'user' ? roomChecker(ports, caller) : async () => ok()
    const checked = fits
      .asyncAndThen(() => new ResultAsync(hasRoom(fields)))
      .andThen(() => new ResultAsync(inSlices(checkRules(rules), ports.pause)))
    // Avoid `map` here: its generator survives until a full GC.
    return checked.andThen(() =>
      // The options of a link without an account include no password.
      caller.kind === 'user' ? hashPassword(hashingFor(ports, caller, isGone), fields) : okAsync(fields),
    )
  },
  run: (ports, caller, fields): ResultAsync<Link, CreateLinkError> => new ResultAsync(create(ports, caller, fields)),
  alone: createAlone,
  audit: (link, { reuse }, at) => (reuse && link.createdAt < at ? [] : [{ kind: 'LINK', id: link.id }]),
})

/** Checks for a call without an account, cheapest first. */
const checkAnonymous = ({ policy }: Ports, caller: Exclude<Caller, User>, fields: NewLink) =>
  (caller.kind === 'anonymous' && caller.rejected) || policy.requireAuthForCreate
    ? err({ type: 'not-logged-in' as const })
    : checkAnonymousRules(fields.rules ?? []).andThen(() => checkAnonymousOptions(fields))

/** Creates a link that needs no other writes, if the store has a faster path for these; undefined for others. */
async function createAlone(
  ports: Ports,
  caller: Caller,
  fields: Hashed<NewLink>,
  entryOf: (link: Link) => AuditEntry | undefined,
): Promise<Result<Link, CreateLinkError> | undefined> {
  const { store } = ports
  if (!store.insertAlone || fields.reuse) return undefined
  const draft = draftLink(ports, caller, fields, await findHostname(ports, caller, fields))
  if (draft.isErr()) return err(draft.error)
  const { link } = draft.value
  return isAlone(link) && (await store.insertAlone(recordOf(draft.value), entryOf(link))) ? ok(link) : undefined
}

/** Creates a link, or finds one to reuse. */
export async function create(
  ports: Ports,
  caller: Caller,
  fields: Hashed<NewLink>,
): Promise<Result<Link, CreateLinkError>> {
  const draft = draftLink(ports, caller, fields, await findHostname(ports, caller, fields))
  if (draft.isErr()) return err(draft.error)
  const { link } = draft.value
  const present = fields.reuse ? await findReusable(ports, link) : undefined
  if (present) return ok(present)
  const month = link.owner === null ? undefined : await meteredMonth(ports, link.owner)
  const created = await ports.store.atomic((store) =>
    new ResultAsync(spendQuota({ ...ports, store }, month))
      .andThen(() => spelled({ ...ports, store }, draft.value))
      .andThen((draft) => insertDraft({ ...ports, store }, draft))
      .andThen((link) =>
        ResultAsync.fromSafePromise(store.outbox.add(linksCreated([link]))).map((queued) => ({ link, queued })),
      ),
  )
  return created.map(({ link, queued }) => {
    if (queued > 0) ports.dispatcher.wake()
    return link
  })
}

/** Whether one statement can insert the link: it has no rows in other tables, and no external id that another link may have. */
const isAlone = ({ tags, maxVisits, externalId }: Link) =>
  tags.length === 0 && maxVisits === null && externalId === null

/** An existing link of the draft's owner that behaves like the draft, for callers who accept one. */
export const findReusable = async ({ store }: Pick<Ports, 'store'>, { owner, hostname, target }: Link) =>
  owner === null ? undefined : store.links.findReusable(owner, hostname, target)

/** The draft with its tags as the account spells them, in the transaction that is to store it. */
function spelled(ports: Ports, draft: LinkDraft): ResultAsync<LinkDraft, ErrorOf<'invalid-input'>> {
  const { owner, tags } = draft.link
  if (owner === null || tags.length === 0) return okAsync(draft)
  return new ResultAsync(tagSpeller(ports, owner).spell(tags)).map((tags) => ({
    ...draft,
    link: { ...draft.link, tags },
  }))
}

export type CreateLinkError = ErrorOf<
  'not-logged-in' | 'not-found' | 'invalid-input' | 'slug-taken' | 'slug-reserved' | 'external-id-taken' | 'plan-limit'
>
