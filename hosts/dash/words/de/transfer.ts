import type { Messages } from '../messages.ts'

const faults: Messages['transfer']['faults'] = {
  empty: () => 'Die Datei ist leer.',
  kind: (detail) => `Diese Datei enthält keinen lesbaren Text (${detail}). Speichern Sie sie als CSV, JSON oder SQL.`,
  encoding: () => 'Die Datei ist nicht in UTF-8 kodiert. Speichern Sie sie als UTF-8.',
  columns: (detail) =>
    detail === ''
      ? 'Kein bekannter Dienst exportiert diese Spalten. Wählen Sie die Quelle, oder nennen Sie die Spalten slug und target.'
      : `Die Spalten für Slug und Ziel dieser Quelle fehlen. Gefunden: ${detail}.`,
  syntax: (detail) => `Die Datei ist nicht lesbar: ${detail}.`,
  size: () => 'Die Datei ist zu lang. Teilen Sie sie auf.',
  unexpected: () => 'Die Datei konnte nicht verarbeitet werden. Teilen Sie sie auf, oder melden Sie den Fehler.',
}

const losses: Readonly<Record<Parameters<Messages['transfer']['acceptLoss']>[1], string>> = {
  password: 'Passwort',
  expiry: 'Ablaufdatum',
  start: 'Startdatum',
  'visit-limit': 'Besuchslimit',
  archived: 'den Status „archiviert“ oder „gelöscht“',
  rules: 'Weiterleitungsregeln',
  domain: 'Domain',
}

export const transfer: Messages['transfer'] = {
  accept: 'Trotzdem importieren',
  acceptHint:
    'Diese Links wären weniger eingeschränkt als bisher. Sie werden übersprungen oder deaktiviert importiert, wenn Sie sie nicht auswählen.',
  acceptLoss: (count, loss) => (count === 1 ? `1 Link ohne ${losses[loss]}` : `${count} Links ohne ${losses[loss]}`),
  closed: (count) =>
    count === 1
      ? '1 Link wird deaktiviert importiert, weil er deaktiviert war oder sein Passwort sich nicht importieren lässt. Unter „Bearbeiten“ lässt er sich aktivieren.'
      : `${count} Links werden deaktiviert importiert, weil sie deaktiviert waren oder ihr Passwort sich nicht importieren lässt. Unter „Bearbeiten“ lassen sie sich aktivieren.`,
  chosenOther: 'Andere Datei wählen',
  domain: (domain, count) => `${domain} (${count})`,
  domainAsHere: 'Überspringen',
  domainDefault: 'Ohne Domain',
  domains: 'Domains',
  domainsHint: 'Wählen Sie ein Ziel für die Links jeder Domain.',
  download: 'Als CSV herunterladen',
  exportAs: (format) => `Als ${format} exportieren`,
  exported: (links) => `${links} Links exportiert`,
  exportHint:
    'Alle Links mit Regeln, Tags, Limits und Summen, neueste zuerst, ohne Besuche und Passwörter. Gleiche Spalten wie bei „shortlink link export“.',
  exporting: (done, total) => `${done} von ${total} Links`,
  exportTitle: 'Links exportieren',
  faults,
  file: 'Datei',
  fileHint: 'CSV, JSON oder ein SQL-Dump von YOURLS.',
  first: 'Erste Links',
  firstOnly: (count) => `Die ersten ${count} werden angezeigt.`,
  goesOn: 'Der Import läuft auf dem Server weiter, wenn Sie diese Seite schließen.',
  holdsPart: (rows, total) => `Die Datei enthält ${rows} von ${total} Links der Quelle.`,
  importHint:
    'Aus YOURLS, Kutt, Shlink, Bitly, Dub, Rebrandly, Short.io oder einem shortlink-Export. Vor Ihrer Bestätigung wird nichts importiert.',
  importing: (done, total) => `${done} von ${total} Links`,
  importTitle: 'Links importieren',
  interrupted: (file) => `Das Hochladen von ${file} wurde unterbrochen. Wählen Sie die Datei noch einmal.`,
  leftOut: (count) => `Übersprungen: ${count}`,
  limited: (count) =>
    count === 1
      ? '1 Besuchslimit wird auf die verbleibenden Besuche gesetzt.'
      : `${count} Besuchslimits werden auf die verbleibenden Besuche gesetzt.`,
  losses: 'Änderungen',
  lost: (list) => `Nicht importiert: ${list}.`,
  make: (count, text) => (count === 1 ? '1 Link importieren' : `${text} Links importieren`),
  movedPublic: (domain, count, text, own) =>
    `${domain} gehört zu einem anderen Dienst. ${count === 1 ? 'Der Link wird' : `Die ${text} Links werden`} mit gleichem Slug zu ${own}/…`,
  movedUnknown: (domain, count, text, own) =>
    `${domain} ist keine Ihrer bestätigten Domains. ${count === 1 ? 'Der Link wird' : `Die ${text} Links werden`} mit gleichem Slug zu ${own}/…`,
  nothing: 'Keine Links zum Importieren.',
  open: 'Import und Export',
  openHint: 'Importieren Sie Links aus einem anderen Dienst, oder exportieren Sie Ihre als CSV oder JSON.',
  ownHost: (host) => `${host} (dieser Server)`,
  planAllows: (count, text) =>
    `Ihr Tarif erlaubt diesen Monat noch ${count === 1 ? '1 Link' : `${text} Links`}. Die übrigen werden übersprungen.`,
  program: 'Quelle',
  quotaUsed: 'Sie haben das monatliche Link-Limit Ihres Tarifs erreicht.',
  reading: 'Datei wird gelesen',
  reasons: {
    lost: (list, format) =>
      `wäre ohne ${format(list.map((loss) => losses[loss]))} weniger eingeschränkt oder würde anders weiterleiten`,
    open: (list) => `existiert bereits als aktiver Link, ist in der Datei aber abgelaufen oder begrenzt: ${list}`,
    skipped: 'Sie überspringen die Links dieser Domain',
    twice: 'die Datei enthält diesen Slug zweimal',
  },
  reason: 'Grund',
  recognised: (program) => `Erkannt: ${program}`,
  recognise: 'Automatisch erkennen',
  report: 'Bericht',
  row: 'Zeile',
  slug: 'Slug',
  staysBehind: 'Besuche und Besuchszahlen werden nicht importiert.',
  stopped: (done, total) => `Der Import wurde nach ${done} von ${total} Links angehalten.`,
  stop: 'Anhalten',
  summary: (ready, present, leftOut) =>
    `${ready} zu importieren, ${present} bereits vorhanden, ${leftOut} übersprungen`,
  made: (made, present, leftOut) => `${made} importiert, ${present} bereits vorhanden, ${leftOut} übersprungen`,
  tags: 'Tags',
  target: 'Ziel-URL',
  title: 'Titel',
  uploading: 'Datei wird hochgeladen',
  unsaid: {
    shlink:
      'CSV-Dateien von Shlink enthalten keine Start- und Ablaufdaten, Besuchslimits und Regeln. Diese Links werden ohne sie importiert. Das JSON der Shlink-API enthält sie.',
    bitly:
      'CSV-Dateien von Bitly enthalten keine Ablaufdaten und Deep Links. Diese Links werden ohne sie importiert. Das JSON der Bitly-API enthält sie.',
    dub: 'CSV-Dateien von Dub enthalten keine Passwörter, Ablaufdaten und Ziele nach Gerät. Diese Links werden ohne sie importiert. Das JSON der Dub-API enthält sie.',
    rebrandly:
      'CSV-Dateien von Rebrandly enthalten nur die exportierten Felder. Fehlende Limits werden nicht importiert.',
    shortio:
      'CSV-Dateien von Short.io enthalten nur die exportierten Felder. Fehlende Passwörter, Ablaufdaten und Limits werden nicht importiert.',
  },
  waiting: (seconds) => `Anfragelimit erreicht. Weiter in ${seconds} s.`,
}
