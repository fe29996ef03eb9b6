import { inBlocks, parseBlock } from '../../../kernel/ip-blocks.ts'
import { alternatives, type ConditionParser } from '../condition.ts'

export const ip: ConditionParser = (value) =>
  alternatives(value, 'an address or CIDR block, such as 192.0.2.1 or 2001:db8::/32', parseBlock).map((blocks) => {
    const isIn = inBlocks(blocks)
    return ({ address }) => (address === null ? undefined : isIn(address))
  })
