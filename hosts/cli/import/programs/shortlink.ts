import type { Program } from '../program.ts'
import { countOf, instantOf, textOf } from '../row.ts'

/** An earlier export, or CSV written by hand. */
export const shortlink: Program = {
  name: 'shortlink',
  files: 'CSV or JSON of "link export"',
  columns: 'slug, target, title, hostname, enableTracking, rules, hitCount, createdAt, disabled',
  needs: { slug: ['slug'], target: ['target'] },
  isGuarded: true,
  fates: {
    slug: 'kept',
    target: 'kept',
    title: 'kept',
    hostname: 'kept',
    enabletracking: 'kept',
    rules: 'kept',
    hitcount: 'kept',
    createdat: 'kept',
    disabled: 'disabled',
  },
  links: ({ slug, target, title, hostname, enabletracking, rules, hitcount, createdat }) => [
    {
      slug,
      target,
      title: textOf(title),
      domain: hostname === '' || hostname == null ? null : String(hostname),
      enableTracking: enabletracking === 'true' ? true : enabletracking === 'false' ? false : textOf(enabletracking),
      rules: typeof rules === 'string' ? parsed(rules) : rules,
      hitCount: countOf(hitcount),
      createdAt: instantOf(createdat),
    },
  ],
}

/** Rules in a column are JSON; what is none is left for the import to refuse. */
function parsed(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
