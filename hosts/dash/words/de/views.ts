import type { Messages } from '../messages.ts'

export const views: Messages['views'] = {
  active: (name) => `Ansicht: ${name}`,
  delete: 'Ansicht löschen',
  deleted: (name) => `Ansicht ${name} gelöscht`,
  name: 'Name',
  rename: 'Ansicht umbenennen',
  renameIt: 'Umbenennen',
  replace: 'Ersetzen',
  replaces: (name) => `Ersetzt Filter und Sortierung von ${name}.`,
  save: 'Diese Ansicht speichern',
  saved: (name) => `Ansicht ${name} gespeichert`,
  title: 'Ansichten',
  view: 'Ansicht',
}
