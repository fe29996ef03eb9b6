export const views = {
  active: (name: string) => `View: ${name}`,
  delete: 'Delete view',
  deleted: (name: string) => `View ${name} deleted`,
  name: 'Name',
  rename: 'Rename view',
  renameIt: 'Rename',
  replace: 'Replace',
  replaces: (name: string) => `Replaces the filters and the sort order of ${name}.`,
  save: 'Save this view',
  saved: (name: string) => `View ${name} saved`,
  title: 'Views',
  view: 'View',
}
