/** The parts of the list that show once links are selected or changed; the first load has none. */
export { DeleteDialog } from '../delete-dialog.tsx'
export { SelectionBar } from './selection-bar.tsx'
export { TagsDialog } from './tags-dialog.tsx'
