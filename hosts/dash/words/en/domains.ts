const CERTIFICATES: Readonly<Record<string, string>> = {
  none: 'Not requested. Verify the domain first.',
  pending:
    'Not requested yet. Proxies with automatic HTTPS, such as Caddy, request one on the first visit, which takes a few seconds. With other proxies, the operator requests it.',
  active: 'Approved. The proxy requests and renews it automatically.',
}

export const domains = {
  add: 'Add domain',
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
    'The links stay in your account. They work again after you add and verify the domain again. Until then, the domain serves nothing, including bio pages.',
  deleteLoss: (count: number, text: string) =>
    count === 0
      ? 'No links use this domain.'
      : count === 1
        ? '1 link on this domain stops working:'
        : `${text} links on this domain stop working:`,
  deleteTitle: (hostname: string) => `Delete ${hostname}`,
  deleted: (hostname: string) => `Deleted ${hostname}`,
  hostname: 'Domain',
  hostnameHint:
    'A domain or subdomain you own, such as go.example.com. Add each name separately. Wildcards are not supported.',
  isVerified: (hostname: string) => `${hostname} is verified`,
  name: 'Name',
  none: 'No domains yet',
  noneAdvice:
    'Use your own domain in short links, such as https://go.example.com/sale. You need to add two DNS records.',
  others: (count: number, text: string) => (count === 1 ? 'and 1 other' : `and ${text} others`),
  outcomes: {
    failed: 'The check failed.',
    missing: 'TXT record not found. If you just added it, wait a few minutes: DNS resolvers cache missing records.',
    taken: 'Another account has verified this domain.',
    unanswered: 'The DNS server did not respond. Try again later.',
    verified: 'Verified',
  },
  pointing: '2. Point the domain to this server',
  pointingHints: {
    address: (_host: string) => 'This server has an IP address but no hostname, so the record contains the address.',
    apex: (host: string) =>
      `An apex domain can't have a CNAME record. If your DNS provider supports ALIAS, ANAME or CNAME flattening, point the domain to ${host}. Otherwise, add the addresses.`,
    subdomain: (host: string) =>
      `A CNAME record stays valid when ${host} moves. If you can't use one, add A and AAAA records with the addresses of ${host}.`,
    unreachable: (host: string) =>
      `${host} is reachable only from this machine. Ask the operator to set BASE_URL to the public URL of the server. The record then appears here.`,
  },
  proof: '1. Verify that you own the domain',
  proofHint: (name: string, registered: string) =>
    `If your DNS provider appends ${registered} to names, enter ${name} as the name. Keep the record: it is checked daily.`,
  records: 'DNS records',
  since: (date: string) => `Verified since ${date}.`,
  toLinks: 'Links on this domain',
  type: 'Type',
  unverified: 'Not verified',
  value: 'Value',
  verified: 'Verified',
  watched: (time: string) => `Checking every 10 seconds until ${time}.`,
}
