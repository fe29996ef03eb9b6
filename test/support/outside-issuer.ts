import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'

/** Claims of a token; undefined ones are left out. */
export type Claims = Readonly<Record<string, unknown>>

type Key = Awaited<ReturnType<typeof generateKeyPair>>

const KEY_ID = 'key-1'

/** The header of an access token. */
const HEADER = { alg: 'ES256', typ: 'at+jwt', kid: KEY_ID }

/** An issuer on a real socket that signs any claims, and records the requests for its documents. */
export async function startIssuer(atEnd: (end: () => void) => void = (end) => onTestFinished(end)) {
  const key = await generateKeyPair('ES256')
  const keys: JWK[] = [await publicJwk(key, KEY_ID)]
  const requests: string[] = []
  const userinfo = new Map<string, object>()
  const documents: Record<string, (authorization: string) => object | undefined> = {
    '/.well-known/oauth-authorization-server': () => ({
      issuer: url,
      jwks_uri: `${url}/keys`,
      userinfo_endpoint: `${url}/userinfo`,
    }),
    '/keys': () => ({ keys }),
    '/userinfo': (authorization) => userinfo.get(authorization.replace('Bearer ', '')),
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const document = documents[path]?.(request.headers.authorization ?? '')
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  atEnd(close)
  return {
    url,
    key,
    requests,
    /** The user information by token. */
    userinfo,
    sign: (claims: Claims, header: object = {}, signingKey: CryptoKey | Uint8Array = key.privateKey) =>
      new SignJWT({ ...claims }).setProtectedHeader({ ...HEADER, ...header }).sign(signingKey),
    /** Adds a key, as an issuer does that rotates them. */
    async addKey(kid: string) {
      const added = await generateKeyPair('ES256')
      keys.push(await publicJwk(added, kid))
      return added
    },
    close,
  }
}

const publicJwk = async ({ publicKey }: Key, kid: string): Promise<JWK> => ({
  ...(await exportJWK(publicKey)),
  ...{ kid, use: 'sig', alg: 'ES256' },
})
