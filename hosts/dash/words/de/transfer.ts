import type { Messages } from '../messages.ts'

const faults: Messages['transfer']['faults'] = {
  empty: () => 'Die Datei ist leer.',
  kind: (detail) => `Diese Datei ist keine Textdatei mit Links (${detail}). Bitte als CSV, JSON oder SQL speichern.`,
  encoding: () => 'Die Datei ist kein Text in UTF-8. Bitte als UTF-8 speichern.',
  columns: (detail) =>
    detail === ''
      ? 'Kein bekanntes Programm schreibt solche Spalten. Bitte das Programm wählen oder die Spalten slug und target nennen.'
      : `Wo dieses Programm Slugs und Ziele hat, waren keine. Gefunden: ${detail}.`,
  syntax: (detail) => `Die Datei ist nicht lesbar: ${detail}.`,
  size: () => 'Die Datei hat mehr als 128 MiB JSON am Stück. Bitte teilen oder eine Antwort je Zeile schreiben.',
}

const losses: Readonly<Record<Parameters<Messages['transfer']['acceptLoss']>[1], string>> = {
  password: 'Passwort',
  expiry: 'Enddatum',
  start: 'Startdatum',
  'visit-limit': 'Besuchslimit',
  archived: 'den Zustand archiviert oder gelöscht',
  rules: 'Weiterleitungsregeln',
  domain: 'Domain',
}

export const transfer: Messages['transfer'] = {
  accept: 'Trotzdem importieren',
  acceptHint:
    'Diese Links wären offener als bisher. Sie bleiben deshalb weg oder kommen geschlossen, wenn Sie nichts anderes wählen.',
  acceptLoss: (count, loss) => (count === 1 ? `1 Link ohne ${losses[loss]}` : `${count} Links ohne ${losses[loss]}`),
  closed: (count) =>
    count === 1
      ? '1 Link kommt geschlossen, weil er geschlossen war oder sein Passwort nicht bleiben kann. Unter „Bearbeiten“ lässt er sich öffnen.'
      : `${count} Links kommen geschlossen, weil sie geschlossen waren oder ihr Passwort nicht bleiben kann. Unter „Bearbeiten“ lassen sie sich öffnen.`,
  chosenOther: 'Andere Datei wählen',
  domain: (domain, count) => `${domain} (${count})`,
  domainAsHere: 'Weglassen: keine Ihrer Domains',
  domainDefault: 'Ohne Domain',
  domains: 'Domains',
  domainsHint: 'Wohin die Links jeder Domain kommen.',
  download: 'Als CSV herunterladen',
  exportAs: (format) => `Als ${format} exportieren`,
  exported: (links) => `${links} Links exportiert`,
  exportHint:
    'Alle Links mit Regeln, Tags, Limits und Summen, neueste zuerst; ohne Besuche und Passwörter. Die Spalten sind die von „shortlink link export“.',
  exporting: (done, total) => `${done} von ${total} Links`,
  exportTitle: 'Links exportieren',
  faults,
  file: 'Datei',
  fileHint: 'CSV, JSON oder ein SQL-Auszug von YOURLS.',
  first: 'Die ersten Links',
  holdsPart: (rows, total) => `Die Datei enthält ${rows} von ${total} Links der Quelle.`,
  importHint:
    'Aus YOURLS, Kutt, Shlink, Bitly, Dub, Rebrandly, Short.io oder einem Export von shortlink. Die Datei wird in diesem Browser gelesen; vor Ihrer Bestätigung wird nichts gesendet.',
  importing: (done, total) => `${done} von ${total} Links`,
  importTitle: 'Links importieren',
  leave: 'Der Import endet. Was angelegt ist, bleibt.',
  leftOut: (count) => `Weggelassen: ${count}`,
  limited: (count) =>
    count === 1 ? 'Bei 1 Besuchslimit wird der Rest zum Limit.' : `Bei ${count} Besuchslimits wird der Rest zum Limit.`,
  losses: 'Was sich ändert',
  lost: (list) => `Verloren: ${list}.`,
  make: (count, text) => (count === 1 ? '1 Link importieren' : `${text} Links importieren`),
  nothing: 'Es gibt keinen Link zu importieren.',
  open: 'Import und Export',
  openHint: 'Links aus einem anderen Programm holen, oder die eigenen als CSV oder JSON mitnehmen.',
  ownHost: (host) => `${host} (dieser Server)`,
  planAllows: (count, text) =>
    `Ihr Tarif erlaubt diesen Monat noch ${count === 1 ? '1 Link' : `${text} Links`}. Die übrigen bleiben weg.`,
  program: 'Programm, das sie schrieb',
  quotaUsed: 'Ihr Tarif erlaubt diesen Monat keine weiteren Links.',
  reading: 'Die Datei wird gelesen',
  reasons: {
    address: 'das Ziel ist keine Webadresse',
    field: (field) => `${field} hat einen Wert anderer Art`,
    lost: (list, format) => `ohne ${format(list.map((loss) => losses[loss]))} wäre er offener oder führte woandershin`,
    lostDomain: (domain) => `${domain} ist keine Ihrer Domains`,
    open: (list) => `er ist schon da und offen, in der Datei aber geschlossen oder begrenzt: ${list}`,
    reserved: 'diesen Slug braucht der Dienst selbst',
    slug: 'ein Slug hat 1 bis 100 Zeichen aus A-Z a-z 0-9 _ -',
    stopped: 'der Import endete vorher',
    taken: 'diesen Slug haben Sie schon, mit anderem Ziel',
    twice: 'die Datei hat diesen Slug zweimal',
  },
  reason: 'Grund',
  recognised: (program) => `Erkannt: ${program}`,
  recognise: 'Erkennen',
  report: 'Bericht',
  row: 'Zeile',
  slug: 'Slug',
  staysBehind: 'Besuche, ihre Zahlen und die Zeit der Anlage bleiben zurück.',
  stop: 'Anhalten',
  summary: (ready, present, leftOut) => `${ready} zu importieren, ${present} schon da, ${leftOut} weggelassen`,
  made: (made, present, leftOut) => `${made} importiert, ${present} schon da, ${leftOut} weggelassen`,
  tags: 'Tags',
  target: 'Ziel',
  title: 'Titel',
  unfinished: (count) => `Importiert, aber nicht wie in der Datei: ${count}`,
  unsaid: {
    shlink:
      'CSV von Shlink lässt Beginn, Ende, Besuchslimit und Regeln weg: Solche Links kommen offen. Das JSON der API enthält sie.',
    bitly:
      'CSV von Bitly lässt das Ende und Links in Apps weg: Solche Links kommen offen. Das JSON der API enthält sie.',
    dub: 'CSV von Dub lässt Passwort, Ende und Ziele je Gerät weg: Solche Links kommen offen. Das JSON der API enthält sie.',
    rebrandly: 'CSV von Rebrandly hat nur exportierte Felder: Links mit einer Grenze, die es weglässt, kommen offen.',
    shortio:
      'CSV von Short.io hat nur exportierte Felder: Links mit Passwort, Ende oder Limit, die es weglässt, kommen offen.',
  },
  waiting: (seconds) => `Der Server nimmt in ${seconds} s mehr an.`,
}
