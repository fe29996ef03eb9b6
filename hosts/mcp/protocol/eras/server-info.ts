/** The server as clients see it, without its version. */
export const SERVER_INFO = { name: 'shortlink', title: 'shortlink' }

/** Capabilities of the server. Lists never change during a connection, and there are no subscriptions. */
export const CAPABILITIES = { tools: {}, resources: {} }

/** The text about all tools, which models read once. */
export const INSTRUCTIONS = `Create, list, update and delete short links, and read their visits.

Identify a link by its id or by its slug; hostname is the custom domain of a slug (omit it for the service's own host).
A failed call returns {"error": "…"} and changes nothing.
To retry a write safely, send the same idempotencyKey again: it returns the first result.
To see the result of a write without doing it, send dryRun: true.`
