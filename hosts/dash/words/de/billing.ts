import type { Messages } from '../messages.ts'

const names = { FREE: 'Free', STARTER: 'Starter', PRO: 'Pro' }

export const billing: Messages['billing'] = {
  byOperator:
    'Auf diesem Server gibt es keine Tarife zu kaufen. Der Betreiber legt die Limits mit „shortlink plan set“ fest.',
  cancelled: 'Kauf abgebrochen. Es wurde nichts berechnet.',
  current: 'Aktueller Tarif',
  done: 'Vielen Dank. Ihr Tarif gilt, sobald die Zahlung bestätigt ist, meist nach wenigen Sekunden.',
  ends: (date) => `Endet am ${date}.`,
  features: {
    bioPages: (count) => `${count} Bio-Seiten`,
    domains: (count) => (count === 1 ? '1 eigene Domain' : `${count} eigene Domains`),
    links: (count) => `${count} Links pro Monat`,
    unmetered: 'Links ohne Kontingent',
    webhooks: (count) => `${count} Webhooks`,
  },
  manage: 'Zahlung und Rechnungen verwalten',
  maxMonthlySpend: 'Monatliches Ausgabenlimit',
  monthly: (price) => `${price} pro Monat`,
  names,
  pastDue: 'Die letzte Zahlung ist fehlgeschlagen. Ihr Tarif gilt bis zum Ende des Abrechnungszeitraums.',
  plan: (plan) => `Tarif: ${names[plan]}`,
  refill: 'Zusätzliche Links',
  refilled: (links) => `Davon ${links} zusätzlich gekauft`,
  refillFailed: (reason) => `Automatisches Aufladen fehlgeschlagen: ${reason}`,
  refillOn: 'Automatisch aufladen',
  refillPackLinks: 'Links pro Paket',
  renews: (date) => `Verlängert sich am ${date}.`,
  resets: (date) => `Wird am ${date} zurückgesetzt.`,
  subscribe: (plan, yearly) => `${plan} wählen (${yearly ? 'jährlich' : 'monatlich'})`,
  thresholdPercent: 'Aufladen ab Verbrauch (%)',
  title: 'Tarif und Verbrauch',
  usage: 'Verbrauch',
  used: (used, allowed) => `${used} von ${allowed} Links in diesem Monat`,
  yearly: (price, perMonth) => `${price} pro Jahr (${perMonth} pro Monat)`,
}
