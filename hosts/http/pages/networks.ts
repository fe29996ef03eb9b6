import { html } from './html.ts'

/** Line icons of social networks on a grid of 24, by the names that {@link networkOf} gives them. */
export const networkShapes = {
  github: html`<path d="M15 22v-4a4.8 4.8 0 0 0-1-3.5c3 0 6-2 6-5.5.08-1.25-.27-2.48-1-3.5.28-1.15.28-2.35 0-3.5 0 0-1 0-3 1.5-2.64-.5-5.36-.5-8 0C6 2 5 2 5 2c-.3 1.15-.3 2.35 0 3.5A5.4 5.4 0 0 0 4 9c0 3.5 3 5.5 6 5.5-.39.49-.68 1.05-.85 1.65-.17.6-.22 1.23-.15 1.85v4M9 18c-4.51 2-5-2-7-2"/>`,
  youtube: html`<path d="M2.5 17a24 24 0 0 1 0-10 2 2 0 0 1 1.4-1.4 49.6 49.6 0 0 1 16.2 0A2 2 0 0 1 21.5 7a24 24 0 0 1 0 10 2 2 0 0 1-1.4 1.4 49.6 49.6 0 0 1-16.2 0A2 2 0 0 1 2.5 17zM10 15l5-3-5-3z"/>`,
  instagram: html`<rect x="2.5" y="2.5" width="19" height="19" rx="5"/><circle cx="12" cy="12" r="4"/><path d="M17.2 6.8h.01"/>`,
  facebook: html`<path d="M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3z"/>`,
  linkedin: html`<path d="M16 8a6 6 0 0 1 6 6v7h-4v-7a2 2 0 0 0-4 0v7h-4v-7a6 6 0 0 1 6-6zM2 9h4v12H2z"/><circle cx="4" cy="4" r="2"/>`,
  x: html`<path d="m4 4 11.7 16H20L8.3 4zM4 20l6.8-7.4M20 4l-6.8 7.4"/>`,
  tiktok: html`<path d="M10.5 9.8A5.1 5.1 0 1 0 14.5 15V3c.4 2.9 2.2 4.7 5 5"/>`,
  twitch: html`<path d="M21 2H3v16h5v4l4-4h5l4-4zM11 11V7M16 11V7"/>`,
  discord: html`<path d="M8.5 17.5 7.2 20a14 14 0 0 1-4.7-2.2c-.2-4.8.7-8.8 2.7-12A15 15 0 0 1 9 4.5l.6 1.3a14 14 0 0 1 4.8 0l.6-1.3a15 15 0 0 1 3.8 1.3c2 3.2 2.9 7.2 2.7 12a14 14 0 0 1-4.7 2.2l-1.3-2.5M7 16.5c3.2 1.3 6.8 1.3 10 0"/><circle cx="9" cy="12" r="1.3"/><circle cx="15" cy="12" r="1.3"/>`,
  spotify: html`<circle cx="12" cy="12" r="9.5"/><path d="M7 9.3c3.6-1 7.2-.6 10.2 1.1M7.6 12.6c3-.8 5.9-.4 8.4 1M8.2 15.7c2.3-.6 4.5-.3 6.4.8"/>`,
  telegram: html`<path d="m21.5 3.5-19 7.6 6 2.2L18 6.5l-7.3 8.2.1 5 2.9-3 4.3 3z"/>`,
  mastodon: html`<path d="M20.3 13.5c.4-3.6.4-5.5-.1-6.9-.7-2.3-2.7-3.6-4.7-3.8a33 33 0 0 0-7 0c-2 .2-4 1.5-4.8 3.8-.5 1.5-.4 4.7.1 8.1.7 4.6 4.2 6.3 8.2 6.3 1.4 0 2.7-.2 4-.6l-.1-1.8c-4.4 1.1-7.7.4-8-2.3 4.2 1 9.7.9 12.4-2.8z"/><path d="M7.8 13V9.5a2.1 2.1 0 0 1 4.2 0v2.3-2.3a2.1 2.1 0 0 1 4.2 0V13"/>`,
  bluesky: html`<path d="M12 11C10.9 8.9 7.9 5 5.2 3.9c-1.9-.8-2.7 0-2.7 1.7 0 1 .6 5 .9 6 .8 2.4 3.1 2.9 5.3 2.6-3.4.5-4.9 2-3 4.3 2.7 3.1 5 1.3 6.3-2.5 1.3 3.8 3.6 5.6 6.3 2.5 1.9-2.3.4-3.8-3-4.3 2.2.3 4.5-.2 5.3-2.6.3-1 .9-5 .9-6 0-1.7-.8-2.5-2.7-1.7C16.1 5 13.1 8.9 12 11z"/>`,
}

type Network = keyof typeof networkShapes

/** By host; their subdomains belong to them. The list has the largest Mastodon servers only. */
const HOSTS: Readonly<Record<string, Network>> = {
  'github.com': 'github',
  'youtube.com': 'youtube',
  'youtu.be': 'youtube',
  'instagram.com': 'instagram',
  'facebook.com': 'facebook',
  'fb.com': 'facebook',
  'linkedin.com': 'linkedin',
  'x.com': 'x',
  'twitter.com': 'x',
  'tiktok.com': 'tiktok',
  'twitch.tv': 'twitch',
  'discord.com': 'discord',
  'discord.gg': 'discord',
  'spotify.com': 'spotify',
  't.me': 'telegram',
  'telegram.me': 'telegram',
  'bsky.app': 'bluesky',
  'mastodon.social': 'mastodon',
  'mastodon.online': 'mastodon',
  'mstdn.social': 'mastodon',
  'fosstodon.org': 'mastodon',
  'hachyderm.io': 'mastodon',
}

/** The social network of a host; undefined for every other host. */
export function networkOf(hostname: string): Network | undefined {
  const labels = hostname.split('.')
  const parents = labels.map((_, at) => labels.slice(at).join('.'))
  const known = parents.find((parent) => Object.hasOwn(HOSTS, parent))
  return known === undefined ? undefined : HOSTS[known]
}
