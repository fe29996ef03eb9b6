/**
 * Programs of social networks and messengers that fetch a page to show a preview of it, by their names in user agent strings. A stem
 * stands for the versions and variants of one program.
 */
const PREVIEW_AGENTS =
  /facebookexternalhit|Twitterbot|Slackbot-LinkExpanding|LinkedInBot|WhatsApp|TelegramBot|Discordbot|SkypeUriPreview|Mastodon|Cardyb|Pinterestbot|Iframely|redditbot/i

/** Whether the visitor fetches the page to show a preview of it. */
export const isPreviewAgent = (userAgent: string | null) => userAgent !== null && PREVIEW_AGENTS.test(userAgent)
