import { Page } from '../ui/page.tsx'
import { useWords } from '../ui/words.tsx'
import { ExportPart } from './export-part.tsx'
import { ImportPart } from './import-part.tsx'

/** Links from other programs, and the account's own for others. */
export function TransferPage() {
  const { words } = useWords()
  return (
    <Page title={words.transfer.open} crumbs={[{ title: words.frame.settings, href: '/dash/settings' }]}>
      <ImportPart />
      <ExportPart />
    </Page>
  )
}
