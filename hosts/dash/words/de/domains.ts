import type { Messages } from '../messages.ts'

const CERTIFICATES: Readonly<Record<string, string>> = {
  none: 'Noch keines; es kann angelegt werden, sobald die Domain bestätigt ist.',
  pending:
    'Noch nicht angefragt. Ein Proxy, der Zertifikate selbst holt, etwa Caddy, holt es beim ersten Besuch; das dauert einige Sekunden. Für andere Proxys besorgt es der Betreiber.',
  active: 'Der Proxy durfte eines holen und erneuert es selbst.',
}

export const domains: Messages['domains'] = {
  add: 'Domain hinzufügen',
  address: (type, host) =>
    type === 'A' ? `die IPv4-Adresse von ${host}` : `die IPv6-Adresse von ${host}, falls es eine hat`,
  certificate: 'Zertifikat:',
  certificates: (status) => CERTIFICATES[status] ?? status,
  check: 'Jetzt prüfen',
  checkHostname: (hostname) => `Jetzt prüfen: ${hostname}`,
  checkedAt: (time) => `Zuletzt geprüft um ${time}.`,
  copyName: (type) => `Namen des ${type}-Eintrags kopieren`,
  copyType: (type) => `Typ des ${type}-Eintrags kopieren`,
  copyValue: (type) => `Wert des ${type}-Eintrags kopieren`,
  deleteAfter:
    'Links bleiben im Konto und gehen wieder, sobald dieses Konto die Domain neu hinzufügt und bestätigt. Bis dahin zeigt die Domain nichts, auch keine Bio-Seiten.',
  deleteLoss: (count, text) =>
    count === 0
      ? 'Auf dieser Domain ist kein Link.'
      : count === 1
        ? '1 Link auf dieser Domain geht nicht mehr:'
        : `${text} Links auf dieser Domain gehen nicht mehr:`,
  deleteTitle: (hostname) => `${hostname} löschen`,
  deleted: (hostname) => `${hostname} ist gelöscht`,
  first: 'Erste Domain hinzufügen',
  hostname: 'Domain',
  hostnameHint:
    'Eine Ihrer Domains oder Subdomains, etwa go.example.com. Jeder Name wird einzeln hinzugefügt; *.example.com ist nicht möglich.',
  isVerified: (hostname) => `${hostname} ist bestätigt`,
  name: 'Name',
  none: 'Noch keine Domain',
  noneAdvice:
    'Mit einer eigenen Domain beginnen kurze Links mit Ihrem Namen: https://go.example.com/sale. Nötig sind zwei DNS-Einträge.',
  others: (count, text) => (count === 1 ? 'und 1 weiterer' : `und ${text} weitere`),
  outcomes: {
    failed: 'Die Prüfung ist fehlgeschlagen.',
    missing:
      'Der TXT-Eintrag wurde nicht gefunden. Ist er gerade erst veröffentlicht, dauert es: Resolver merken sich einen fehlenden Eintrag einige Minuten.',
    taken: 'Ein anderes Konto hat diese Domain bestätigt.',
    unanswered: 'Das DNS hat nicht geantwortet; über den Eintrag ist nichts bekannt. Später noch einmal versuchen.',
    verified: 'Bestätigt',
  },
  pointing: '2. Die Domain auf diesen Server zeigen lassen',
  pointingHints: {
    address: () => 'Dieser Server hat eine Adresse und keinen Namen; die Domain führt deshalb zur Adresse.',
    apex: (host) =>
      `Eine Domain ohne Subdomain kann keinen CNAME-Eintrag haben. Bietet Ihr DNS-Anbieter ALIAS, ANAME oder CNAME-Flattening, zeigt die Domain damit auf ${host}; sonst werden die Adressen veröffentlicht.`,
    subdomain: (host) =>
      `Ein CNAME folgt, wenn ${host} umzieht. Wo er nicht möglich ist, gelten A- und AAAA-Einträge mit den Adressen von ${host}.`,
    unreachable: (host) =>
      `${host} ist eine Adresse nur für diesen Rechner. Der Betreiber setzt BASE_URL auf die öffentliche Adresse des Servers; dann steht der Eintrag hier.`,
  },
  proof: '1. Nachweisen, dass die Domain Ihnen gehört',
  proofHint: (name, registered) =>
    `Hängt Ihr DNS-Anbieter ${registered} selbst an Namen an, lautet der Name ${name}. Der Eintrag muss bleiben: Er wird täglich geprüft.`,
  records: 'DNS-Einträge',
  since: (date) => `Bestätigt seit ${date}.`,
  toLinks: 'Links auf dieser Domain',
  type: 'Typ',
  unverified: 'Nicht bestätigt',
  value: 'Wert',
  verified: 'Bestätigt',
  watched: (time) => `Geprüft alle 10 Sekunden bis ${time}.`,
}
