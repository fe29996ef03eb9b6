const CERTIFICATES: Readonly<Record<string, string>> = {
  none: 'None yet; it can be made once the domain is verified.',
  pending:
    'Not asked for yet. A proxy that makes certificates by itself, such as Caddy, gets one at the first visit, which takes some seconds. For other proxies the operator gets it.',
  active: 'The proxy was allowed to get one, and renews it by itself.',
}

export const domains = {
  add: 'Add the domain',
  address: (type: string, host: string) =>
    type === 'A' ? `the IPv4 address of ${host}` : `the IPv6 address of ${host}, if it has one`,
  certificate: 'Certificate:',
  certificates: (status: string) => CERTIFICATES[status] ?? status,
  check: 'Check now',
  checkHostname: (hostname: string) => `Check now: ${hostname}`,
  checkedAt: (time: string) => `Last checked at ${time}.`,
  copyName: (type: string) => `Copy the name of the ${type} record`,
  copyType: (type: string) => `Copy the type of the ${type} record`,
  copyValue: (type: string) => `Copy the value of the ${type} record`,
  deleteAfter:
    'Links stay in the account, and work again once this account adds and verifies the domain again. Until then the domain serves nothing, bio pages included.',
  deleteLoss: (count: number, text: string) =>
    count === 0
      ? 'No link is on this domain.'
      : count === 1
        ? '1 link on this domain stops working:'
        : `${text} links on this domain stop working:`,
  deleteTitle: (hostname: string) => `Delete ${hostname}`,
  deleted: (hostname: string) => `${hostname} is deleted`,
  first: 'Add the first domain',
  hostname: 'Domain',
  hostnameHint:
    'A domain or subdomain of yours, such as go.example.com. Each name is added by itself; *.example.com is not possible.',
  isVerified: (hostname: string) => `${hostname} is verified`,
  name: 'Name',
  none: 'No domain yet',
  noneAdvice:
    'With a domain of your own, short links begin with your name: https://go.example.com/sale. It takes two DNS records.',
  others: (count: number, text: string) => (count === 1 ? 'and 1 other' : `and ${text} others`),
  outcomes: {
    failed: 'The check failed.',
    missing:
      'The TXT record was not found. If you have just published it, wait: resolvers may keep a missing record for some minutes.',
    taken: 'Another account has verified this domain.',
    unanswered: 'DNS did not answer, so nothing is known about the record. Try again later.',
    verified: 'Verified',
  },
  pointing: '2. Point the domain at this server',
  pointingHints: {
    address: (_host: string) => 'This server has an address and no name, so the domain leads to the address.',
    apex: (host: string) =>
      `A domain without a subdomain cannot have a CNAME record. Where your DNS provider offers ALIAS, ANAME or CNAME flattening, point the domain to ${host} with it; otherwise publish the addresses.`,
    subdomain: (host: string) =>
      `A CNAME follows when ${host} moves. Where it is not possible, publish A and AAAA records with the addresses of ${host} instead.`,
    unreachable: (host: string) =>
      `${host} is an address for this machine only. The operator sets BASE_URL to the public address of the server; then the record is shown here.`,
  },
  proof: '1. Prove that the domain is yours',
  proofHint: (name: string, registered: string) =>
    `Where your DNS provider adds ${registered} to names by itself, enter ${name} as the name. Leave the record in place: it is checked daily.`,
  records: 'DNS records',
  since: (date: string) => `Verified since ${date}.`,
  toLinks: 'Links on this domain',
  type: 'Type',
  unverified: 'Not verified',
  value: 'Value',
  verified: 'Verified',
  watched: (time: string) => `Checked every 10 seconds until ${time}.`,
}
