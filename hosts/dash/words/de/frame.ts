import type { Messages } from '../messages.ts'

export const frame: Messages['frame'] = {
  bio: 'Bio-Seiten',
  create: 'Neuer Link',
  domains: 'Domains',
  keys: 'Tastatur',
  keysOff: 'Einzelne Tasten lassen sich in den Einstellungen abschalten.',
  links: 'Links',
  more: 'Mehr',
  navigation: 'Hauptmenü',
  noPage: 'Keine solche Seite',
  noPageAdvice: 'Unter dieser Adresse gibt es keine Seite.',
  offline: (time) => `Der Server ist nicht erreichbar. Angezeigt wird der Stand von ${time}.`,
  palette: 'Öffnen oder suchen',
  paletteHint: 'Eine Seite, ein Link oder eine Adresse zum Kürzen',
  settings: 'Einstellungen',
  shorten: 'Diese Adresse kürzen',
  signOut: 'Abmelden',
  skip: 'Zum Inhalt springen',
  visits: 'Besuche',
  webhooks: 'Webhooks',
}

export const keys: Messages['keys'] = [
  ['Strg K', 'Seite öffnen oder suchen'],
  ['/', 'Links suchen'],
  ['c', 'Link anlegen'],
  ['j k', 'Nächster und voriger Link'],
  ['Enter', 'Besuche des Links öffnen'],
  ['y', 'Kurzen Link kopieren'],
  ['e r q', 'Bearbeiten, Regeln, QR-Code des Links'],
  ['x', 'Link auswählen'],
  ['g l', 'Links'],
  ['g v', 'Besuche'],
  ['g b', 'Bio-Seiten'],
  ['g d', 'Domains'],
  ['g w', 'Webhooks'],
  ['g s', 'Einstellungen'],
  ['?', 'Diese Tasten zeigen'],
]

export const states: Messages['states'] = {
  again: 'Noch einmal versuchen',
  againIn: (seconds) => `Noch einmal versuchen in ${seconds} s`,
  fault: 'Das ging nicht',
  loading: 'Wird geladen',
  missing: 'Nicht gefunden',
  offline: 'Der Server ist nicht erreichbar',
  plan: 'Der Tarif umfasst das nicht',
  requestId: (id) => `Anfrage ${id}`,
  waiting: 'Zu viel auf einmal',
}
