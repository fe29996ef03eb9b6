/** Kinds of records. The names of all but the last are the library's. */
export const ACCESS_TOKEN = 'AccessToken'
export const CLIENT = 'Client'
export const GRANT = 'Grant'
export const INTERACTION = 'Interaction'
export const SESSION = 'Session'
/** An app that waits for consent, under the id of its interaction. */
export const PENDING_APP = 'PendingApp'

/** Kinds that the client presents as secrets: their ids are stored as digests. */
const SECRETS = new Set([ACCESS_TOKEN, 'AuthorizationCode', 'RefreshToken'])

export const isSecret = (kind: string): boolean => SECRETS.has(kind)
