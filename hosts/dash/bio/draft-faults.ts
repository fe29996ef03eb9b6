import { contrast, isBioLinkUrl, MIN_TEXT_CONTRAST, pictureOrigin } from '@shortlink/core'
import { withScheme } from '../ui/text/is-address.ts'
import type { Messages } from '../words/messages.ts'
import { addressFrom, isBlank, type PageDraft } from './draft.ts'
import type { BioPage } from './queries.ts'

export const MAX_TEXT_LENGTH = 500

/** The contrast of text and background, rounded down, so that 4.5 is never shown for a refused one. */
export const contrastOf = ({ text, background }: NonNullable<PageDraft['colors']>) =>
  Math.floor(contrast(text, background) * 10) / 10

/** All invalid values of a draft, by the name of their field: `pictureUrl`, or `link <id>`. */
export function draftFaults(page: BioPage, draft: PageDraft, { bio }: Messages): ReadonlyMap<string, string> {
  const { pictureUrl, colors } = draft
  const picture = withScheme(pictureUrl)
  const isStored = (id: string) => page.links.some((link) => link.id === id)
  const found: (readonly [field: string, isFault: boolean, message: string])[] = [
    ['text', draft.text.trim().length > MAX_TEXT_LENGTH, bio.textTooLong(MAX_TEXT_LENGTH)],
    ['pictureUrl', picture !== '' && pictureOrigin(picture) === undefined, bio.badPicture],
    ['colors', colors !== null && contrast(colors.text, colors.background) < MIN_TEXT_CONTRAST, bio.lowContrast],
    ...draft.links
      .filter((link) => isStored(link.id) || !isBlank(link))
      .map((link) => [linkField(link.id), !isBioLinkUrl(addressFrom(link.url)), bio.badUrl] as const),
  ]
  return new Map(found.filter(([, isFault]) => isFault).map(([field, , message]) => [field, message]))
}

/** The name of a link's field. */
export const linkField = (id: string) => `link ${id}`
