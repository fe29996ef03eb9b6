import { Archive, Download, Ellipsis, Eye, EyeOff, Power, PowerOff, QrCode, Tags, Trash2, X } from 'lucide'
import { useState } from 'preact/hooks'
import { saveCsv } from '../../ui/browser/save-file.ts'
import { useZipDialog } from '../../ui/codes/use-zip-dialog.ts'
import { useIsOffline } from '../../ui/hooks/use-offline.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useWords } from '../../ui/words.tsx'
import { WriteButton } from '../../ui/write.tsx'
import { tableOf } from '../links-table.ts'
import type { LinkChange, Row } from '../queries.ts'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  readonly links: readonly Row[]
  /** Whether these are all links that match. */
  readonly isAll: boolean
  readonly isBusy: boolean
  readonly onChange: (changes: readonly LinkChange[]) => void
  readonly onTags: () => void
  readonly onDelete: () => void
  readonly onClear: () => void
}

/** Actions for all selected links: one request and one report. */
export function SelectionBar({ links, isAll, isBusy, onChange, onTags, onDelete, onClear }: SelectionBarProps) {
  const { words, format } = useWords()
  const [isSavingCodes, setSavingCodes] = useState(false)
  const ZipDialog = useZipDialog(isSavingCodes)
  const isDisabled = useIsOffline() || isBusy
  const change = (part: Omit<LinkChange, 'id'>) => onChange(links.map(({ id }) => ({ id, ...part })))
  const areArchived = links.every(({ archived }) => archived)
  const areDisabled = links.every(({ enabled }) => !enabled)
  const archive = areArchived ? words.selection.unarchive : words.selection.archive
  const count = format.number(links.length)
  return (
    <section class={`${styles.bar} no-print`} aria-label={words.selection.title}>
      <strong class="number" role="status">
        {isAll ? words.selection.all(links.length, count) : words.selection.count(count)}
      </strong>
      <WriteButton label={words.edit.tags} isBusy={isBusy} onClick={onTags}>
        <Icon of={Tags} size={16} /> <span>{words.edit.tags}</span>
      </WriteButton>
      <WriteButton label={archive} isBusy={isBusy} onClick={() => change({ archived: !areArchived })}>
        <Icon of={Archive} size={16} /> <span>{archive}</span>
      </WriteButton>
      <WriteButton class="danger" label={words.common.delete} isBusy={isBusy} onClick={onDelete}>
        <Icon of={Trash2} size={16} /> <span>{words.common.delete}</span>
      </WriteButton>
      <Menu label={words.selection.more} icon={Ellipsis}>
        <button type="button" disabled={isDisabled} onClick={() => change({ enableTracking: true })}>
          <Icon of={Eye} /> {words.selection.track}
        </button>
        <button type="button" disabled={isDisabled} onClick={() => change({ enableTracking: false })}>
          <Icon of={EyeOff} /> {words.selection.untrack}
        </button>
        <button type="button" disabled={isDisabled} onClick={() => change({ enabled: areDisabled })}>
          <Icon of={areDisabled ? Power : PowerOff} /> {areDisabled ? words.selection.enable : words.selection.disable}
        </button>
        <button type="button" onClick={() => saveCsv('links.csv', tableOf(links))}>
          <Icon of={Download} /> {words.links.csv}
        </button>
        <button type="button" onClick={() => setSavingCodes(true)}>
          <Icon of={QrCode} /> {words.qr.zip}
        </button>
      </Menu>
      <button type="button" class="button plain" aria-label={words.selection.clear} onClick={onClear}>
        <Icon of={X} />
      </button>
      {ZipDialog && <ZipDialog urls={links.map(({ shortUrl }) => shortUrl)} onClose={() => setSavingCodes(false)} />}
    </section>
  )
}
