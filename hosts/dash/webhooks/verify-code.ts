const NODE = `import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

createServer(async (request, response) => {
  try {
    const event = webhook.verify(await text(request), request.headers)
    console.log(event.type, event.data)
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(process.env.PORT ?? 3000)
`

const PYTHON = `import base64, hashlib, hmac, json, time

def verify(secret, headers, body):
    """The event of a request; body is its bytes. Raises ValueError if it is not from here, or older than five minutes."""
    id, timestamp = headers['webhook-id'], headers['webhook-timestamp']
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError('too old, or from the future')
    key = base64.b64decode(secret.removeprefix('whsec_'))
    digest = hmac.new(key, f'{id}.{timestamp}.'.encode() + body, hashlib.sha256).digest()
    expected = b'v1,' + base64.b64encode(digest)
    given = headers['webhook-signature'].encode().split()
    if not any(hmac.compare_digest(one, expected) for one in given):
        raise ValueError('not signed with this secret')
    return json.loads(body)
`

/** Code that checks signatures, by the name of its description. */
export const VERIFY = [
  ['node', NODE],
  ['python', PYTHON],
] as const
