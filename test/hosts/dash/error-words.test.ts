import { glob, readFile } from 'node:fs/promises'
import { type DomainError, describeError, RULE_EXAMPLES } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { wordError, wordRuleFault, wordText } from '../../../hosts/dash/ui/text/error-words.ts'
import { de } from '../../../hosts/dash/words/de.ts'
import { en } from '../../../hosts/dash/words/en.ts'
import { DOMAIN_ERROR_CODES } from '../../../hosts/kit/error-codes.ts'

/** An error of each kind. */
const ERRORS: { readonly [Type in DomainError['type']]: Extract<DomainError, { type: Type }> } = {
  'not-logged-in': { type: 'not-logged-in' },
  'bad-credentials': { type: 'bad-credentials' },
  'wrong-password': { type: 'wrong-password' },
  'permission-denied': { type: 'permission-denied' },
  'not-administrator': { type: 'not-administrator' },
  'missing-scope': { type: 'missing-scope', scope: 'links:read' },
  'sign-up-closed': { type: 'sign-up-closed' },
  'wrong-sign-up-token': { type: 'wrong-sign-up-token' },
  'reserved-email': { type: 'reserved-email' },
  'invalid-input': { type: 'invalid-input', path: 'target', message: 'target must have at most 7 characters' },
  'not-found': { type: 'not-found', what: 'Shortlink' },
  'link-disabled': { type: 'link-disabled' },
  'link-expired': { type: 'link-expired' },
  'link-password-required': { type: 'link-password-required' },
  'wrong-link-password': { type: 'wrong-link-password' },
  'slug-taken': { type: 'slug-taken' },
  'slug-reserved': { type: 'slug-reserved' },
  'external-id-taken': { type: 'external-id-taken' },
  'email-taken': { type: 'email-taken' },
  'idempotency-key-reused': { type: 'idempotency-key-reused' },
  'domain-taken': { type: 'domain-taken' },
  'link-changed': { type: 'link-changed' },
  'upstream-failed': { type: 'upstream-failed', what: 'The payment service' },
  'plan-limit': { type: 'plan-limit', message: 'Your plan does not include bulk operations' },
  'billing-not-configured': { type: 'billing-not-configured' },
  'payment-declined': { type: 'payment-declined', message: 'Your card was declined' },
  'too-many-visits': { type: 'too-many-visits' },
  overloaded: { type: 'overloaded', retryAfterSeconds: 7 },
  unavailable: { type: 'unavailable', message: 'The database is busy, try again in a moment' },
}

/** Common words of English sentences that no German sentence has. */
const ENGLISH = /\b(?:must|may|the|at most|cannot|not|takes|with|of|is|has|your|this)\b/i

/** Problems of values that no form of the dashboard can send, such as a text instead of a list. */
const NOT_FROM_FORMS =
  /must be (?:a (?:string|list|boolean)|texts|true or false|one of|of |an object|L, M|USER or|a list|the id of|null)|such as Europe|is required|cannot be combined|scopes takes|which the app|must not be negative|must have a contrast/

/** The texts of core about an argument with a field in the dashboard, with sample values. */
async function textsOfFields(): Promise<readonly string[]> {
  const texts = new Set<string>()
  for await (const path of glob('core/**/*.ts', {
    exclude: ['core/contracts/**', 'core/links/rules/**', '**/dist/**', '**/node_modules/**'],
  })) {
    const source = await readFile(path, 'utf8')
    for (const [, text = ''] of source.matchAll(/[`']((?:\$\{name\}|[a-zA-Z]+) (?:must|may|takes)\b[^`'\n]*)[`']/g)) {
      const filled = text.replace(/^\$\{name\}/, 'target').replaceAll(/\$\{[^}]*\}/g, '7')
      const [argument = ''] = filled.split(' ')
      if (Object.hasOwn(en.errors.fields, argument) && !NOT_FROM_FORMS.test(filled)) texts.add(filled)
    }
  }
  return [...texts]
}

describe('errors in the words of the dashboard', () => {
  it.each(Object.values(ERRORS))('$type is not English in German', (error) => {
    const message = describeError(error)
    const text = wordError(de, {
      code: DOMAIN_ERROR_CODES[error.type],
      message,
      path: 'path' in error ? error.path : undefined,
    })
    expect(text).not.toBe(message)
    expect(text).not.toMatch(ENGLISH)
  })

  it('problems of fields have their label and parameters in both languages', async () => {
    const texts = await textsOfFields()
    expect(texts.length).toBeGreaterThan(40)
    const unknown: string[] = []
    for (const message of texts) {
      const [argument = ''] = message.split(' ')
      const german = wordText(de, message)
      const label = (words: typeof en) => words.errors.fields[argument as keyof typeof en.errors.fields]
      if (german === de.errors.otherField(label(de), '')) unknown.push(message)
      expect(german, message).not.toMatch(ENGLISH)
      expect(wordText(en, message), message).toContain(label(en))
      if (/\b7\b/.test(message)) expect(german, message).toContain('7')
    }
    expect(unknown).toEqual([])
  })

  it.each([
    ['tags[2]: tags must have at most 50 characters', 'Tags: höchstens 50 Zeichen.'],
    ['text must not be empty', de.errors.empty('Text')],
    ['date must be a calendar day, such as 2026-05-01', de.errors.day('Datum')],
    ['Slug already exists', de.errors.taken()],
    ['Shortlink not found', de.errors.notFound()],
    ['Target host is blocked', de.errors.blockedHost()],
    ['Another link has this externalId', de.errors.externalIdTaken()],
    ['tags: an account has at most 500 different ones', de.errors.atLimit('', '500')],
    ['A link has at most 10 aliases', de.errors.atLimit('', '10')],
    ['a link takes at most 100 rules', de.errors.tooManyRules('', '100')],
    ['The monthly link quota of your plan is used up', de.errors.quotaUsed()],
    ['rules[1]: country value must be a country code', `Regel 2: ${de.rules.badValue(de.rules.hints.country)}`],
    ['rules[0]: value takes at most 100 alternatives', `Regel 1: ${de.rules.tooManyValues('100')}`],
  ])('the item of a bulk call that failed with "%s" is worded in German', (message, text) => {
    expect(wordText(de, message)).toBe(text)
  })

  it.each(Object.keys(RULE_EXAMPLES))('a malformed %s is worded in German', (type) => {
    const text = wordRuleFault(de, `${type} value must be something else`)
    expect(text).not.toMatch(ENGLISH)
  })
})
