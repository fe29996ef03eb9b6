import type { ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { BioLinkId, BioPageId, UserId } from '../kernel/ids.ts'
import type { BioLink, BioPage } from './bio-page.ts'

/** What an owner may change; absent members keep their value. */
export type BioPageChanges = Partial<Pick<BioPage, 'title' | 'theme'>>
export type BioLinkChanges = Partial<Pick<BioLink, 'label' | 'url' | 'order'>>

/** Pages always come with their links, by order, then creation, then id. */
export interface BioPages {
  /** First writer wins the slug. The page's links are not stored: a page begins without any. */
  insert(page: BioPage): ResultAsync<BioPage, ErrorOf<'slug-taken'>>
  /** Byte for byte. */
  findBySlug(slug: string): Promise<BioPage | undefined>
  /** Newest first, then by id, downwards. */
  list(owner: UserId): Promise<readonly BioPage[]>
  /** The page after the change, or `undefined` if the owner has none of that id. */
  updateOwned(owner: UserId, id: BioPageId, changes: BioPageChanges): Promise<BioPage | undefined>
  /** True if the owner had the page; its links are gone too. */
  deleteOwned(owner: UserId, id: BioPageId): Promise<boolean>
  /** The owner's page, to which nobody else adds links until the transaction ends. Of use inside `atomic` alone. */
  lockOwned(owner: UserId, id: BioPageId): Promise<BioPage | undefined>
  insertLink(link: BioLink): Promise<void>
  /** The link after the change, or `undefined` if no page of the owner's has it. */
  updateOwnedLink(owner: UserId, id: BioLinkId, changes: BioLinkChanges): Promise<BioLink | undefined>
  /** True if a page of the owner's had the link. */
  deleteOwnedLink(owner: UserId, id: BioLinkId): Promise<boolean>
}
