import { Page } from '../ui/page.tsx'
import { useWords } from '../ui/words.tsx'
import { ExportPart } from './export-part.tsx'
import { ImportPart } from './import/import-part.tsx'

/** Import of links from other programs, and export of the account's links. */
export function TransferPage() {
  const { words } = useWords()
  return (
    <Page title={words.transfer.open} crumbs={[{ title: words.frame.settings, href: '/dash/settings' }]}>
      <ImportPart />
      <ExportPart />
    </Page>
  )
}
