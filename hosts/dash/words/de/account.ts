import type { Messages } from '../messages.ts'

export const account: Messages['account'] = {
  closed: 'Neue Konten lassen sich hier nicht anlegen. Fragen Sie den Betreiber nach einem Konto.',
  create: 'Konto anlegen',
  email: 'E-Mail',
  ended: 'Erneut anmelden',
  endedLead: 'Die Sitzung ist abgelaufen. Was auf der Seite eingegeben wurde, bleibt erhalten.',
  first: 'Das erste Konto anlegen',
  firstLead: 'Dieser Dienst hat noch kein Konto. Das erste gehört Ihnen.',
  haveOne: 'Mit einem Konto anmelden',
  lead: 'Kurze Links, und wer ihnen folgt.',
  makeOne: 'Konto anlegen',
  name: 'Name',
  notCommon: 'Und keines der häufigsten Passwörter.',
  password: 'Passwort',
  passwordRules: (typed) =>
    `8 bis 128 Zeichen, eingegeben: ${typed}. Kein verbreitetes Passwort, nicht Name oder E-Mail.`,
  ruleMet: '(erfüllt)',
  rules: { length: '8 bis 128 Zeichen', own: 'Weder Ihr Name noch Ihre E-Mail' },
  showPassword: 'Passwort anzeigen',
  signIn: 'Anmelden',
  signUp: 'Konto anlegen',
  without: 'Ohne Konto kürzen',
  withoutHint: 'Ein solcher Link lässt sich nicht ändern, seine Besuche werden nicht angezeigt.',
  token: 'Anmeldecode',
  tokenHint: 'Er steht im Log des Servers, wenn nicht SIGNUP_TOKEN ihn festlegt.',
  what: 'shortlink macht kurze Links, zählt ihre Besuche und leitet Besucher dorthin, wohin Ihre Regeln sagen.',
}
