import { account } from './de/account.ts'
import { admin } from './de/admin.ts'
import { annotations } from './de/annotations.ts'
import { apps } from './de/apps.ts'
import { audit } from './de/audit.ts'
import { billing } from './de/billing.ts'
import { bio } from './de/bio.ts'
import { defaults } from './de/defaults.ts'
import { domains } from './de/domains.ts'
import { errors } from './de/errors.ts'
import { frame, keys, states } from './de/frame.ts'
import { edit } from './de/link-form.ts'
import { bulk, link, links, selection } from './de/links.ts'
import { qr, rules, simulator } from './de/rules.ts'
import { settings } from './de/settings.ts'
import { shared } from './de/shared.ts'
import { transfer } from './de/transfer.ts'
import { views } from './de/views.ts'
import { visits } from './de/visits.ts'
import { webhooks } from './de/webhooks.ts'
import type { Messages } from './messages.ts'

/** All sentences in German. */
export const de: Messages = {
  common: {
    asTable: 'Als Tabelle anzeigen',
    add: 'Hinzufügen',
    cancel: 'Abbrechen',
    close: 'Schließen',
    copiedIt: 'Kopiert',
    copied: (text) => `${text} kopiert`,
    copy: 'Kopieren',
    copyFailed: (text) => `Kopieren fehlgeschlagen. Bitte selbst markieren und kopieren: ${text}`,
    csv: 'CSV',
    delete: 'Löschen',
    dismiss: 'Ausblenden',
    save: 'Speichern',
    secretCopied: 'Ich habe den Wert kopiert',
    secretHint: 'Jetzt kopieren. Der Wert wird nicht noch einmal angezeigt.',
    typeToConfirm: (text) => `Zur Bestätigung ${text} eingeben`,
    undo: 'Rückgängig',
  },
  account,
  admin,
  annotations,
  apps,
  audit,
  bio,
  billing,
  bulk,
  defaults,
  domains,
  edit,
  errors,
  frame,
  keys,
  link,
  links,
  qr,
  rules,
  selection,
  settings,
  shared,
  simulator,
  states,
  transfer,
  views,
  visits,
  webhooks,
}
