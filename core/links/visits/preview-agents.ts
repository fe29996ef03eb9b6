/**
 * Programs of social networks and messengers that fetch a page to show a preview of it, by their names in user agent strings. A stem
 * stands for the versions and variants of one program.
 */
const PREVIEW_AGENTS =
  /facebookexternalhit|Twitterbot|Slackbot-LinkExpanding|LinkedInBot|WhatsApp|TelegramBot|Discordbot|SkypeUriPreview|MicrosoftPreview|Mastodon|Cardyb|Pinterestbot|Iframely|redditbot|SummalyBot|Embedly|Google-PageRenderer|Nextcloud[- ]Server[- ]Crawler|Mattermost-Bot|vkShare|OdklBot|kakaotalk-scrap|line-poker|Onebox|NotionEmbedder/i

/** Servers of the fediverse and apps whose name also stands in the agents of their users' browsers, so only in front. */
const PREVIEW_SERVERS = /^(?:Misskey|Sharkey|Firefish|Iceshrimp|Lemmy|Pleroma|Akkoma|Friendica|Viber|Tumblr|Synapse)\b/i

/** How fetchers that are not listed call themselves. */
const PREVIEW_WORDS = /\(bot\b|preview/i
/** Browsers that people use, and crawlers that render pages with one, have words of these kinds for other reasons. */
const RENDERER = /\bChrome\//

/** Whether the visitor fetches the page to show a preview of it. Only programs do. */
export const isPreviewAgent = (userAgent: string | null): boolean =>
  userAgent !== null &&
  (PREVIEW_AGENTS.test(userAgent) ||
    PREVIEW_SERVERS.test(userAgent) ||
    (PREVIEW_WORDS.test(userAgent) && !RENDERER.test(userAgent)))
