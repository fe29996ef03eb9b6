import type { Messages } from '../messages.ts'

const CERTIFICATES: Readonly<Record<string, string>> = {
  none: 'Nicht angefordert. Bestätigen Sie zuerst die Domain.',
  pending:
    'Noch nicht angefordert. Proxys mit automatischem HTTPS, etwa Caddy, fordern es beim ersten Besuch an; das dauert einige Sekunden. Bei anderen Proxys fordert es der Betreiber an.',
  active: 'Freigegeben. Der Proxy fordert es an und erneuert es automatisch.',
}

export const domains: Messages['domains'] = {
  add: 'Domain hinzufügen',
  address: (type, host) =>
    type === 'A' ? `die IPv4-Adresse von ${host}` : `die IPv6-Adresse von ${host}, falls vorhanden`,
  certificate: 'Zertifikat:',
  certificates: (status) => CERTIFICATES[status] ?? status,
  check: 'Jetzt prüfen',
  checkHostname: (hostname) => `Jetzt prüfen: ${hostname}`,
  checkedAt: (time) => `Zuletzt geprüft um ${time}.`,
  copyName: (type) => `Namen des ${type}-Eintrags kopieren`,
  copyType: (type) => `Typ des ${type}-Eintrags kopieren`,
  copyValue: (type) => `Wert des ${type}-Eintrags kopieren`,
  deleteAfter:
    'Die Links bleiben in Ihrem Konto. Sie funktionieren wieder, sobald Sie die Domain erneut hinzufügen und bestätigen. Bis dahin ist unter der Domain nichts erreichbar, auch keine Bio-Seiten.',
  deleteLoss: (count, text) =>
    count === 0
      ? 'Keine Links verwenden diese Domain.'
      : count === 1
        ? '1 Link auf dieser Domain funktioniert dann nicht mehr:'
        : `${text} Links auf dieser Domain funktionieren dann nicht mehr:`,
  deleteTitle: (hostname) => `${hostname} löschen`,
  deleted: (hostname) => `${hostname} gelöscht`,
  hostname: 'Domain',
  hostnameHint:
    'Eine eigene Domain oder Subdomain, etwa go.example.com. Fügen Sie jeden Namen einzeln hinzu. Platzhalter wie *.example.com werden nicht unterstützt.',
  isVerified: (hostname) => `${hostname} ist bestätigt`,
  name: 'Name',
  none: 'Noch keine Domains',
  noneAdvice:
    'Verwenden Sie Ihre eigene Domain für Kurzlinks, etwa https://go.example.com/sale. Nötig sind zwei DNS-Einträge.',
  others: (count, text) => (count === 1 ? 'und 1 weiterer' : `und ${text} weitere`),
  outcomes: {
    failed: 'Die Prüfung ist fehlgeschlagen.',
    missing:
      'TXT-Eintrag nicht gefunden. Falls Sie ihn gerade erst angelegt haben, warten Sie einige Minuten: DNS-Resolver merken sich fehlende Einträge.',
    taken: 'Ein anderes Konto hat diese Domain bestätigt.',
    unanswered: 'Der DNS-Server hat nicht geantwortet. Versuchen Sie es später erneut.',
    verified: 'Bestätigt',
  },
  pointing: '2. Domain auf diesen Server zeigen lassen',
  pointingHints: {
    address: () => 'Dieser Server hat eine IP-Adresse, aber keinen Hostnamen. Der Eintrag enthält daher die Adresse.',
    apex: (host) =>
      `Eine Hauptdomain kann keinen CNAME-Eintrag haben. Unterstützt Ihr DNS-Anbieter ALIAS, ANAME oder CNAME-Flattening, lassen Sie die Domain damit auf ${host} zeigen. Tragen Sie andernfalls die Adressen ein.`,
    subdomain: (host) =>
      `Ein CNAME-Eintrag bleibt gültig, wenn ${host} umzieht. Ist er nicht möglich, legen Sie A- und AAAA-Einträge mit den Adressen von ${host} an.`,
    unreachable: (host) =>
      `${host} ist nur von diesem Rechner aus erreichbar. Bitten Sie den Betreiber, BASE_URL auf die öffentliche URL des Servers zu setzen. Danach erscheint der Eintrag hier.`,
  },
  proof: '1. Domain bestätigen',
  proofHint: (name, registered) =>
    `Hängt Ihr DNS-Anbieter ${registered} automatisch an Namen an, geben Sie ${name} als Namen ein. Lassen Sie den Eintrag bestehen: Er wird täglich geprüft.`,
  records: 'DNS-Einträge',
  since: (date) => `Bestätigt seit ${date}.`,
  toLinks: 'Links auf dieser Domain',
  type: 'Typ',
  unverified: 'Nicht bestätigt',
  value: 'Wert',
  verified: 'Bestätigt',
  watched: (time) => `Wird bis ${time} alle 10 Sekunden geprüft.`,
}
