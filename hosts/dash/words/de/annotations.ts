import type { Messages } from '../messages.ts'

export const annotations: Messages['annotations'] = {
  add: 'Anmerkung hinzufügen',
  added: 'Anmerkung hinzugefügt',
  date: 'Datum',
  delete: 'Anmerkung löschen',
  deleted: 'Anmerkung gelöscht',
  deleteNamed: (text) => `Anmerkung löschen: ${text}`,
  edit: 'Anmerkung bearbeiten',
  editNamed: (text) => `Anmerkung bearbeiten: ${text}`,
  named: (count, list) => (count === 1 ? `Anmerkung, ${list}` : `${count} Anmerkungen, ${list}`),
  ofAll: 'Alle Links',
  saved: 'Anmerkung gespeichert',
  scope: 'Gilt für',
  text: 'Text',
  textHint: 'Höchstens 80 Zeichen, zum Beispiel „Newsletter verschickt“',
  thisLink: 'Diesen Link',
  title: 'Anmerkungen',
}
