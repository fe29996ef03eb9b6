/**
 * Bots of social networks and messengers that fetch a page to show a preview of it, by their names in user agent strings. A stem matches
 * the versions and variants of one bot.
 */
const PREVIEW_AGENTS =
  /facebookexternalhit|Twitterbot|Slackbot-LinkExpanding|LinkedInBot|WhatsApp|TelegramBot|Discordbot|SkypeUriPreview|MicrosoftPreview|Mastodon|Cardyb|Pinterestbot|Iframely|redditbot|SummalyBot|Embedly|Google-PageRenderer|Nextcloud[- ]Server[- ]Crawler|Mattermost-Bot|vkShare|OdklBot|kakaotalk-scrap|line-poker|Onebox|NotionEmbedder/i

/** Servers of the fediverse, and apps. Their names also occur in the agents of their users' browsers, so they match only at the start. */
const PREVIEW_SERVERS = /^(?:Misskey|Sharkey|Firefish|Iceshrimp|Lemmy|Pleroma|Akkoma|Friendica|Viber|Tumblr|Synapse)\b/i

/** Words in the agents of other preview bots. */
const PREVIEW_WORDS = /\(bot\b|preview/i
/** Browsers and rendering crawlers, whose agents contain these words for other reasons. */
const RENDERER = /\bChrome\//

/** Whether the visitor fetches the page to show a preview of it. Only bots do. */
export const isPreviewAgent = (userAgent: string | null): boolean =>
  userAgent !== null &&
  (PREVIEW_AGENTS.test(userAgent) ||
    PREVIEW_SERVERS.test(userAgent) ||
    (PREVIEW_WORDS.test(userAgent) && !RENDERER.test(userAgent)))
