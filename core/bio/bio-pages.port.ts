import type { ResultAsync } from 'neverthrow'
import type { DayCount, DayRange } from '../hits/hits.port.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { BioLinkId, BioPageId, UserId } from '../kernel/ids.ts'
import type { BioLink, BioPage } from './bio-page.ts'

/** The fields that an owner may change; absent members keep their value. */
export type BioPageChanges = Partial<Pick<BioPage, 'title' | 'text' | 'pictureUrl' | 'theme' | 'colors'>>
export type BioLinkChanges = Partial<Pick<BioLink, 'label' | 'url' | 'order'>>

/** Every page is returned with its links, sorted by `inPageOrder`. */
export interface BioPages {
  /** Inserts the page without links. Among concurrent inserts with one slug, one succeeds. */
  insert(page: BioPage): ResultAsync<BioPage, ErrorOf<'slug-taken'>>
  /** Compares the slug byte by byte. */
  findBySlug(slug: string): Promise<BioPage | undefined>
  /** Newest first, then by id, descending. */
  list(owner: UserId): Promise<readonly BioPage[]>
  /** The page after the change, or `undefined` if the owner has no page with that id. */
  updateOwned(owner: UserId, id: BioPageId, changes: BioPageChanges): Promise<BioPage | undefined>
  /** Deletes the page with its links; true if the owner had it. */
  deleteOwned(owner: UserId, id: BioPageId): Promise<boolean>
  /** The owner's page, locked until the transaction ends, so that concurrent inserts of links wait. For use inside `atomic`. */
  lockOwned(owner: UserId, id: BioPageId): Promise<BioPage | undefined>
  /** Adds one to the views of the page, in total and on the UTC day (days since 1970), if the page still exists. */
  countView(id: BioPageId, day: number): Promise<void>
  /** The views of the owner's page per day, in order, without days that have none; `undefined` if the owner has no page with that id. */
  viewsByDay(owner: UserId, id: BioPageId, days: DayRange): Promise<readonly DayCount[] | undefined>
  insertLink(link: BioLink): Promise<void>
  /** The link after the change, or `undefined` if none of the owner's pages has it, or not the given page. */
  updateOwnedLink(
    owner: UserId,
    id: BioLinkId,
    changes: BioLinkChanges,
    page?: BioPageId | undefined,
  ): Promise<BioLink | undefined>
  /** True if one of the owner's pages had the link, or the given page. */
  deleteOwnedLink(owner: UserId, id: BioLinkId, page?: BioPageId | undefined): Promise<boolean>
}
