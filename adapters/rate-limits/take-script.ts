import { createHash } from 'node:crypto'

/**
 * Counts calls by several keys, all or none, in one step. ARGV has for each key the number of calls, the limit, and the length of the window
 * in milliseconds. Returns for each key whether the calls fit, the count, and the milliseconds until the window ends.
 */
export const TAKE_SCRIPT = `
local used, fits, all = {}, {}, true
for i, key in ipairs(KEYS) do
  used[i] = tonumber(redis.call('GET', key) or '0')
  fits[i] = used[i] + ARGV[3 * i - 2] <= tonumber(ARGV[3 * i - 1])
  all = all and fits[i]
end
local reply = {}
for i, key in ipairs(KEYS) do
  local n, windowMs = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i])
  if all and n > 0 then
    if used[i] == 0 then redis.call('SET', key, n, 'PX', windowMs) else redis.call('INCRBY', key, n) end
    used[i] = used[i] + n
  end
  local endsIn = used[i] == 0 and windowMs or redis.call('PTTL', key)
  reply[3 * i - 2], reply[3 * i - 1], reply[3 * i] = fits[i] and 1 or 0, used[i], endsIn
end
return reply
`

/** The name under which the store keeps the script. */
export const TAKE_SHA = createHash('sha1').update(TAKE_SCRIPT).digest('hex')
