import { boundedList, text } from '../../kernel/input.ts'
import { parseBlock } from '../../kernel/ip-blocks.ts'

/** Maximum number of IP addresses and blocks that an account ignores. */
const MAX_IGNORED = 20
/** An IPv6 address that ends in an IPv4 address, with a prefix length and surrounding spaces. */
const MAX_LENGTH = 64

const IgnoredAddress = text('ignoredAddresses', { max: MAX_LENGTH })
  .transform((written) => written.trim().toLowerCase())
  .refine(
    (written) => parseBlock(written) !== undefined,
    'an ignored address must be an IP address or a CIDR block, such as 192.0.2.1 or 2001:db8::/32',
  )

/** IP addresses that an account excludes from visit recording, without duplicates. */
export const IgnoredAddresses = boundedList(IgnoredAddress, MAX_IGNORED, {
  type: 'ignoredAddresses must be a list of texts',
  tooLong: `ignoredAddresses must have at most ${MAX_IGNORED} items`,
})
  .transform((written) => [...new Set(written)])
  .describe(
    `IP addresses and CIDR blocks, at most ${MAX_IGNORED}. They replace the current list; an empty list clears it.`,
  )
