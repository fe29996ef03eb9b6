/** The types of rules, each with an example of its value. */
export const RULE_EXAMPLES = {
  device: 'mobile,tablet',
  os: 'ios',
  browser: 'safari',
  country: 'DE,AT',
  continent: 'EU',
  region: 'US-CA',
  city: 'Rome',
  language: 'pt',
  query: 'src=ad',
  referrer: 'example.com',
  ip: '192.0.2.0/24',
  before: '2030-01-31T18:00:00Z',
  after: '2030-01-31T18:00:00Z',
  time: '09:00-17:30@Europe/Rome',
  weekday: 'mon-fri@Europe/Rome',
  visits: '>1000',
  percent: '30',
  all: '[{"type":"os","value":"ios"}]',
} as const

export type RuleType = keyof typeof RULE_EXAMPLES

export const RULE_TYPES = Object.keys(RULE_EXAMPLES) as readonly RuleType[]
