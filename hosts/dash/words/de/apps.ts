import type { Messages } from '../messages.ts'

export const apps: Messages['apps'] = {
  addedByOperator: 'Vom Betreiber dieses Servers hinzugefügt',
  agentsHint: 'Claude, ChatGPT und andere Apps mit Anmeldung verwenden diese URL. Sie brauchen keinen API-Schlüssel.',
  connected: (at, used) => `Verbunden ${at} · zuletzt verwendet ${used}`,
  connectedTo: (name) => `${name} ist verbunden. Sie kehren zur App zurück.`,
  connect: 'Verbinden',
  consentTitle: (name) => `${name} mit Ihrem Konto verbinden?`,
  continue: 'Weiter',
  deny: 'Abbrechen',
  denied: (name) => `${name} wurde nicht verbunden. Sie kehren zur App zurück.`,
  disconnect: 'Trennen',
  disconnectLoss: 'Die App verliert sofort den Zugriff. Um sie wieder zu verwenden, verbinden Sie sie in der App neu.',
  disconnectOf: (name) => `${name} trennen`,
  expired: 'Diese Anfrage ist abgelaufen',
  expiredAdvice:
    'Sie wurde schon beantwortet oder hat zu lange gewartet. Kehren Sie zur App zurück und verbinden Sie sie erneut.',
  goesTo: (host) => `Ihr Browser kehrt zu ${host} zurück.`,
  hint: 'Apps wie Claude und ChatGPT können Ihr Konto verwenden, mit den Berechtigungen, die Sie wählen.',
  included: 'unten enthalten',
  issuerHint: (host) => `Apps melden sich bei ${host} an. Dort erteilen und widerrufen Sie ihren Zugriff.`,
  issuerLink: (host) => `Ihr Benutzer bei ${host} ist mit diesem Konto verknüpft.`,
  issuerLoss: (host) =>
    `Dies entfernt die Verknüpfung mit Ihrem Benutzer bei ${host}. Sie entsteht erneut, sobald sich eine App mit Ihrer bestätigten E-Mail-Adresse anmeldet. Um den Zugriff einer App zu beenden, widerrufen Sie ihn bei ${host}.`,
  list: 'Ihre verbundenen Apps',
  may: (name) => `${name} darf`,
  none: 'Noch keine verbundenen Apps',
  howTo: {
    title: 'So verbinden Sie eine App',
    claude:
      'In Claude: Einstellungen → Konnektoren → Benutzerdefinierten Konnektor hinzufügen, dann URL einfügen und anmelden.',
    chatgpt:
      'In ChatGPT: Einstellungen → Apps & Konnektoren → Erweiterte Einstellungen → Entwicklermodus, dann mit der URL erstellen.',
    others: 'Andere Apps, die MCP mit Anmeldung (OAuth) unterstützen, verwenden dieselbe URL.',
  },
  noScopes: 'Wählen Sie mindestens eine Berechtigung aus.',
  otherAccount: 'Anderes Konto verwenden',
  risks: {
    'links:delete': 'Gelöschte Links lassen sich nicht wiederherstellen.',
    'billing:write': 'Änderungen können Geld kosten.',
  },
  signedInAs: (email) => `Angemeldet als ${email}`,
  title: 'App verbinden',
  unused: 'nie',
  unverified: 'Nicht überprüfte App',
  unverifiedAdvice: (host) =>
    `Die App hat ihren Namen selbst gewählt. Fahren Sie nur fort, wenn Sie dies gestartet haben und ${host} kennen.`,
  untilRevoked:
    'Der Zugriff endet nach 90 Tagen ohne Nutzung. Trennen Sie die App jederzeit unter Einstellungen → Verbundene Apps.',
  verified: 'Durch ihre Website bestätigt',
}
