import { isIP } from 'node:net'

/** The public URLs that decide which host has the dashboard. */
export interface DashAddresses {
  readonly appUrl: string
  readonly baseUrl: string
}

/** Whether a host name has the dashboard, redirects to it, or has nothing of it. */
export type DashHost = 'served' | 'elsewhere' | 'none'

/**
 * Classifies a host name, such as `sho.rt` or `[::1]`. Only APP_URL's has the dashboard: a stranger's name that points here would show our
 * sign-in page, and could collect sessions later. While APP_URL is loopback or a literal IP address, each of these has it: none of them can
 * be a stranger's name.
 */
export function dashHost({ appUrl, baseUrl }: DashAddresses, hostname: string): DashHost {
  const app = new URL(appUrl).hostname
  if (hostname === app || (isOfMachine(app) && isOfMachine(hostname))) return 'served'
  return hostname === new URL(baseUrl).hostname ? 'elsewhere' : 'none'
}

/** Loopback names (RFC 6761) and literal IP addresses. */
const isOfMachine = (hostname: string) =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
