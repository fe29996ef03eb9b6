import type { Messages } from '../messages.ts'

export const defaults: Messages['defaults'] = {
  campaigns: 'Kampagnenvorlagen',
  campaignsHint:
    'Eine Vorlage füllt die Kampagne eines Links aus. Links behalten ihre Parameter, wenn Sie sie ändern oder löschen.',
  clear: 'Vorgaben leeren',
  create: 'Neue Vorlage',
  deleteLoss: 'Links behalten ihre Kampagnenparameter.',
  deleteTitle: (name) => `Vorlage ${name} löschen`,
  edit: 'Vorgaben bearbeiten',
  editTemplate: (name) => `Vorlage ${name} bearbeiten`,
  faults: { name: 'Geben Sie einen Namen ein.', utm: 'Geben Sie mindestens einen Parameter ein.' },
  lead: 'Neue Links im Dashboard beginnen mit diesen Werten. Für Links aus API, Apps und Importen gelten sie nicht.',
  name: 'Name',
  none: 'Keine',
  noTemplates: 'Noch keine Vorlagen',
  noTemplatesAdvice: 'Speichern Sie Kampagnenparameter einmal und füllen Sie sie mit einem Klick aus.',
  note: 'Ihre Vorgaben:',
  openHint: 'Domain, Tags, Kampagne und QR-Stil, mit denen neue Links beginnen, und Ihre Kampagnenvorlagen.',
  ownCampaign: 'Eigene',
  plain: 'Schlicht',
  qrStyle: 'QR-Stil',
  qrHint: 'Stile speichern Sie auf der QR-Code-Seite eines Links.',
  saved: (name) => `Vorlage ${name} gespeichert`,
  saveAs: 'Als Vorlage speichern',
  template: 'Kampagnenvorlage',
  title: 'Vorgaben für neue Links',
}
