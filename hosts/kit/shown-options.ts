import {
  type HostBlocks,
  type Instant,
  LINK_OPTIONS,
  type LinkOptions,
  type LinkOutline,
  linkStatus,
  mapOptions,
  OPTION_NAMES,
  type OptionName,
  type OptionsWith,
} from '@shortlink/core'

export type ShownOptions = {
  readonly [Name in OptionName]: Name extends OptionsWith<'kind', 'time'> ? string | null : LinkOptions[Name]
}

/** The options and the state of a link as MCP and the command line show them; times are ISO 8601. */
export const shownOptions = (link: LinkOutline, now: Instant, blocklist?: HostBlocks) => ({
  status: linkStatus(link, now, blocklist),
  ...(mapOptions(OPTION_NAMES, (name) =>
    LINK_OPTIONS[name].kind === 'time' ? isoOf(link[name] as Instant | null) : link[name],
  ) as ShownOptions),
  visitsLeft: link.visitsLeft,
  hasPassword: link.hasPassword,
  aliases: [...link.aliases],
  updatedAt: new Date(link.updatedAt).toISOString(),
})

export const isoOf = (at: Instant | null) => (at === null ? null : new Date(at).toISOString())
