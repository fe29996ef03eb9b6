import type { Messages } from '../messages.ts'

const names = { FREE: 'Free', STARTER: 'Starter', PRO: 'Pro' }

export const billing: Messages['billing'] = {
  byOperator:
    'Dieser Server verkauft keine Tarife. Was ein Konto darf, legt der Betreiber mit „shortlink plan set“ fest.',
  cancelled: 'Der Kauf wurde abgebrochen. Es wurde nichts bezahlt.',
  current: 'Ihr Tarif',
  done: 'Vielen Dank. Ihr Tarif gilt, sobald die Zahlung bestätigt ist, meist nach Sekunden.',
  ends: (date) => `Endet am ${date}.`,
  features: {
    bioPages: (count) => `${count} Bio-Seiten`,
    domains: (count) => (count === 1 ? '1 eigene Domain' : `${count} eigene Domains`),
    links: (count) => `${count} Links im Monat`,
    unmetered: 'Links ohne Zählung',
    webhooks: (count) => `${count} Webhooks`,
  },
  manage: 'Zahlung und Rechnungen verwalten',
  maxMonthlySpend: 'Höchstens im Monat ausgeben',
  monthly: (price) => `${price} im Monat`,
  names,
  pastDue: 'Die letzte Zahlung schlug fehl. Der Tarif gilt bis zum Ende des Zeitraums.',
  plan: (plan) => `Tarif: ${names[plan]}`,
  refill: 'Links über den Tarif hinaus',
  refilled: (links) => `davon ${links} zusätzlich gekauft`,
  refillFailed: (reason) => `Das letzte Paket konnte nicht gekauft werden: ${reason}`,
  refillOn: 'Ein Paket kaufen, wenn die Links zu Ende gehen',
  refillPackLinks: 'Links in einem Paket',
  renews: (date) => `Verlängert sich am ${date}.`,
  resets: (date) => `Neu gezählt ab ${date}.`,
  subscribe: (plan, yearly) => `${plan}: ${yearly ? 'jährlich' : 'monatlich'} zahlen`,
  thresholdPercent: 'Wenn so viel Prozent verbraucht sind',
  title: 'Tarif und Verbrauch',
  usage: 'Verbrauch',
  used: (used, allowed) => `${used} von ${allowed} Links in diesem Monat`,
  yearly: (price, perMonth) => `${price} im Jahr (${perMonth} im Monat)`,
}
