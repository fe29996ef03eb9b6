/** Hosts that resolve to internal addresses, in every spelling that some filter has accepted. */
export const INSIDE_HOSTS = [
  // Loopback, complete and with omitted parts.
  ...['127.0.0.1', '127.0.0.2', '127.255.255.254', '127.1', '127.0.1', '127.127', '0177.0.0.1', '0x7f.0.0.1'],
  // The same as one number: decimal, octal, hexadecimal, and mixed.
  ...['2130706433', '017700000001', '0x7f000001', '0x7F000001', '0x7f.1', '0177.1', '0x7f.0x0.0x0.0x1', '127.0x1'],
  ...[
    '0177.0x0.0.1',
    '00000177.0.0.1',
    '0x0000007f.0.0.1',
    '127.000.000.001',
    '0x7f000002',
    '3232235521',
    '0xc0a80001',
  ],
  // "This host", and other addresses that start with 0.
  ...['0.0.0.0', '0', '0x0', '00', '0.0', '0.1.2.3', '0x00000000'],
  // Private networks, in several spellings.
  ...['10.0.0.1', '10.255.255.255', '012.0.0.1', '0x0a.0.0.1', '10.1', '167772161', '0xa000001'],
  ...['172.16.0.1', '172.31.255.255', '0254.020.0.1', '2886729729', '192.168.0.1', '192.168.1', '192.168.257'],
  ...['0300.0250.0.1', '0xc0.0xa8.0.1'],
  // Link-local, where clouds serve the secrets of machines.
  ...['169.254.169.254', '169.254.170.2', '169.254.0.1', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376'],
  ...['169.16689662', '0xa9.0xfe.0xa9.0xfe', '169.254.43518'],
  // Shared, benchmark, documentation, protocol, relay, multicast, reserved and broadcast addresses.
  ...['100.64.0.1', '100.127.255.254', '100.100.100.200', '192.0.0.192', '192.0.0.8', '192.0.2.1', '198.18.0.1'],
  ...['198.19.255.255', '198.51.100.1', '203.0.113.1', '192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
  ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '4294967295', '168.63.129.16'],
  // A trailing dot, full-width and circled digits and dots, percent-encoding: the URL standard reads all as digits.
  ...[
    '127.0.0.1.',
    '0x7f.1.',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '127.0.0.%31',
    '%31%32%37.0.0.1',
    '１６９。２５４。１６９。２５４',
  ],
  // IPv6: loopback and unspecified, short and long, and with an IPv4 tail.
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[::0.0.0.1]', '[0::1]'],
  // IPv4-mapped, IPv4-compatible and IPv4-translated.
  ...['[::ffff:127.0.0.1]', '[::fFFf:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]', '[::ffff:10.0.0.1]'],
  ...['[0:0:0:0:0:ffff:192.168.0.1]', '[::127.0.0.1]', '[::7f00:1]', '[::10.0.0.1]', '[::ffff:0:127.0.0.1]'],
  ...['[::ffff:0:a00:1]', '[::ffff:0.0.0.0]'],
  // NAT64, 6to4 and Teredo, which carry an IPv4 address.
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::10.0.0.1]', '[2002:7f00:1::]'],
  ...['[2002:a9fe:a9fe::1]', '[2002:c0a8:1::1]', '[2001:0:4136:e378:8000:63bf:f5ff:fffe]', '[2001::1]'],
  // Link-local, unique local, site-local, multicast, documentation, discard and other special blocks.
  ...[
    '[fe80::1]',
    '[febf::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fd12:3456::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[ff0e::1]',
  ],
  ...['[2001:db8::1]', '[3fff::1]', '[100::1]', '[100:0:0:1::1]', '[2001:2::1]', '[2001:10::1]', '[2001:20::1]'],
  ...['[5f00::1]', '[4000::1]', '[8000::1]', '[2001:4:112::1]', '[2620:4f:8000::1]'],
  // Names of this machine, of private networks, and of clouds' metadata.
  ...['localhost', 'LOCALHOST', 'localhost.', 'LocalHost.', 'a.localhost', 'localhost.localdomain', 'ip6-localhost'],
  ...['ip6-loopback', 'metadata', 'metadata.google.internal', 'METADATA.GOOGLE.INTERNAL.', 'instance-data', 'router'],
  ...['intranet', 'db.internal', 'printer.local', 'nas.lan', 'router.home', 'wiki.corp', 'x.home.arpa', 'kubernetes'],
  ...['kubernetes.default.svc.cluster.local', 'ｌｏｃａｌｈｏｓｔ', 'loc%61lhost', '1.0.0.127.in-addr.arpa'],
  ...['localhost6.localdomain6', 'host.docker.internal', 'metadata.goog', 'metadata.azure.internal'],
  // Public names that resolve to internal addresses on purpose.
  ...['127.0.0.1.nip.io', '7f000001.nip.io', '10-0-0-1.sslip.io', 'localtest.me', 'a.lvh.me', 'www.vcap.me'],
]

/** The public hosts of the guard's tests, which it must accept. */
export const PUBLIC_HOSTS = [
  ...['8.8.8.8', '1.1.1.1', '134744072', '172.15.0.1', '172.32.0.1', '100.128.0.1', '11.0.0.1', '192.169.0.1'],
  ...[
    '[2606:4700:4700::1111]',
    '[2001:4860:4860::8888]',
    '[::ffff:8.8.8.8]',
    'hooks.example.com',
    'localhost.example.com',
  ],
]
