import { bioPage, type ShownPage } from '../../../http/pages/bio-page.ts'

interface FrameWindow extends Window {
  readonly DOMParser: typeof DOMParser
}

/**
 * Replaces the document of a frame by a bio page as the server sends it. The frame's own parser reads it, under the frame's policy: the
 * dashboard's allows neither the styles nor markup from scripts. `url` is the public URL of the page.
 */
export function drawPage(into: Document, page: ShownPage, url: string): void {
  const { DOMParser } = into.defaultView as unknown as FrameWindow
  const parsed = new DOMParser().parseFromString(bioPage(page, url), 'text/html')
  into.replaceChild(into.adoptNode(parsed.documentElement), into.documentElement)
}
