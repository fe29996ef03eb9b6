import { account } from './en/account.ts'
import { admin } from './en/admin.ts'
import { annotations } from './en/annotations.ts'
import { apps } from './en/apps.ts'
import { audit } from './en/audit.ts'
import { billing } from './en/billing.ts'
import { bio } from './en/bio.ts'
import { defaults } from './en/defaults.ts'
import { domains } from './en/domains.ts'
import { errors } from './en/errors.ts'
import { frame, keys, states } from './en/frame.ts'
import { edit } from './en/link-form.ts'
import { bulk, link, links, selection } from './en/links.ts'
import { qr, rules, simulator } from './en/rules.ts'
import { settings } from './en/settings.ts'
import { shared } from './en/shared.ts'
import { transfer } from './en/transfer.ts'
import { views } from './en/views.ts'
import { visits } from './en/visits.ts'
import { webhooks } from './en/webhooks.ts'

/** All sentences in English. The other languages have the same. */
export const en = {
  common: {
    asTable: 'View as table',
    add: 'Add',
    cancel: 'Cancel',
    close: 'Close',
    copiedIt: 'Copied',
    copied: (text: string) => `Copied ${text}`,
    copy: 'Copy',
    copyFailed: (text: string) => `Could not copy. Select and copy it yourself: ${text}`,
    csv: 'CSV',
    delete: 'Delete',
    dismiss: 'Dismiss',
    save: 'Save',
    secretCopied: 'I have copied it',
    secretHint: "Copy it now. It can't be shown again.",
    typeToConfirm: (text: string) => `Type ${text} to confirm`,
    undo: 'Undo',
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
