export const frame = {
  bio: 'Bio pages',
  create: 'New link',
  keys: 'Keyboard',
  keysOff: 'Single keys can be switched off in the settings.',
  links: 'Links',
  more: 'More',
  navigation: 'Main',
  noPage: 'No such page',
  noPageAdvice: 'This address has no page.',
  offline: (time: string) => `The server cannot be reached. Shown is what was known at ${time}.`,
  palette: 'Go to or search',
  paletteHint: 'A page, a link, or an address to shorten',
  settings: 'Settings',
  shorten: 'Shorten this address',
  signOut: 'Sign out',
  skip: 'Skip to the content',
  visits: 'Visits',
}

/** Keys, separated by spaces, and what they do. */
export const keys: readonly (readonly [keys: string, meaning: string])[] = [
  ['Ctrl K', 'Go to a page or search'],
  ['/', 'Search links'],
  ['c', 'Make a link'],
  ['j k', 'Next and previous link'],
  ['Enter', "Open the link's visits"],
  ['y', 'Copy the short link'],
  ['e r q', 'Edit, rules, QR code of the link'],
  ['x', 'Select the link'],
  ['g l', 'Links'],
  ['g v', 'Visits'],
  ['g b', 'Bio pages'],
  ['g s', 'Settings'],
  ['?', 'Show these keys'],
]

export const states = {
  again: 'Try again',
  againIn: (seconds: number) => `Try again in ${seconds} s`,
  fault: 'That did not work',
  loading: 'Loading',
  missing: 'Not found',
  offline: 'The server cannot be reached',
  plan: 'The plan does not include this',
  requestId: (id: string) => `Request ${id}`,
  waiting: 'Too much at once',
}
