import {
  Archive,
  ChartColumn,
  Copy,
  CopyPlus,
  EllipsisVertical,
  ExternalLink,
  GitFork,
  Pencil,
  Power,
  PowerOff,
  QrCode,
  Tags,
  Trash2,
} from 'lucide'
import { useCopy } from '../../ui/copy.tsx'
import { useIsOffline } from '../../ui/hooks/use-offline.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useWords } from '../../ui/words.tsx'
import type { LinkChange, Row } from '../queries.ts'

interface RowMenuProps {
  readonly link: Row
  readonly name: string
  readonly onChange: (change: Omit<LinkChange, 'id'>) => void
  readonly onTags: () => void
  readonly onDelete: () => void
}

/** Actions for a link of the list. */
export function RowMenu({ link, name, onChange, onTags, onDelete }: RowMenuProps) {
  const { words } = useWords()
  const copy = useCopy()
  const isOffline = useIsOffline()
  const page = `/dash/links/${link.id}`
  return (
    <Menu label={words.links.menu(name)} icon={EllipsisVertical}>
      <button type="button" onClick={() => void copy(link.shortUrl)}>
        <Icon of={Copy} /> {words.common.copy}
      </button>
      <a href={page}>
        <Icon of={ChartColumn} /> {words.links.toVisits}
      </a>
      <a href={`${page}/edit`}>
        <Icon of={Pencil} /> {words.links.toEdit}
      </a>
      <a href={`${page}/rules`}>
        <Icon of={GitFork} /> {words.links.toRules}
      </a>
      <a href={`${page}/qr`}>
        <Icon of={QrCode} /> {words.links.toQr}
      </a>
      <a href={`/dash/new?from=${link.id}`}>
        <Icon of={CopyPlus} /> {words.links.duplicate}
      </a>
      <a href={link.shortUrl} target="_blank" rel="noreferrer">
        <Icon of={ExternalLink} /> {words.links.open}
      </a>
      <button type="button" disabled={isOffline} onClick={onTags}>
        <Icon of={Tags} /> {words.edit.tags}
      </button>
      <button type="button" disabled={isOffline} onClick={() => onChange({ enabled: !link.enabled })}>
        <Icon of={link.enabled ? PowerOff : Power} /> {link.enabled ? words.selection.disable : words.selection.enable}
      </button>
      <button type="button" disabled={isOffline} onClick={() => onChange({ archived: !link.archived })}>
        <Icon of={Archive} /> {link.archived ? words.selection.unarchive : words.selection.archive}
      </button>
      <button type="button" data-kind="bad" disabled={isOffline} onClick={onDelete}>
        <Icon of={Trash2} /> {words.common.delete}
      </button>
    </Menu>
  )
}
