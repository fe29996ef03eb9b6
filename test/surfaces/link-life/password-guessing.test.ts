import { describe, expect, it } from 'vitest'
import { newAccount } from '../../support/api.ts'
import { useTestServer } from '../../support/server.ts'

const PASSWORD = 'open sesame'
const WRONG = [403, false]
const REFUSED = [429, true]
const RIGHT = [303, false]

/** A server whose links have a password, and the two ways to try one at it. */
function useLinks(settings: Record<string, string>) {
  const server = useTestServer({ settings: { TRUST_PROXY: '1', ...settings } })
  let account: ReturnType<typeof newAccount> | undefined
  let links = 0
  return {
    async newLink() {
      const slug = `guarded-${links++}`
      // One for all links: sign-ups have the limit of logins.
      account ??= newAccount(server.url)
      const mutation = 'mutation ($slug: String!) { createShortlink(target: "https://example.com/", shortlink: $slug'
      const { errors } = await (await account).ask(`${mutation}, password: "${PASSWORD}") }`, { slug })
      expect(errors).toEqual([])
      return slug
    },
    async post(slug: string, password: string, from: string) {
      const { status, headers } = await fetch(`${server.url}/${slug}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-for': from },
        body: new URLSearchParams({ password }),
      })
      return [status, headers.has('retry-after')]
    },
    /** What `targetUrl` answers, with the status that the form has for the same. */
    async ask(slug: string, password: string, from: string) {
      const query = 'query ($slug: String!, $password: String) { targetUrl(shortlink: $slug, password: $password) }'
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ query, variables: { slug, password } }),
      })
      const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] }
      const statuses: Record<string, number> = { FORBIDDEN: 403, RATE_LIMITED: 429, none: 303 }
      return [statuses[errors?.[0]?.extensions.code ?? 'none'], response.headers.has('retry-after')]
    },
  }
}

describe('tries of one address', () => {
  const { newLink, post, ask } = useLinks({ RATELIMIT_PASSWORD_PER_MIN: '10' })

  it('end after the tenth in a minute, over all links, the form and targetUrl', async () => {
    const [one, other] = [await newLink(), await newLink()]
    const address = '203.0.113.1'
    for (let pair = 0; pair < 5; pair += 1) {
      expect(await post(one, 'wrong', address)).toEqual(WRONG)
      expect(await ask(other, 'wrong', address)).toEqual(WRONG)
    }
    for (const slug of [one, other]) {
      expect(await post(slug, PASSWORD, address)).toEqual(REFUSED)
      expect(await ask(slug, PASSWORD, address)).toEqual(REFUSED)
      expect(await post(slug, PASSWORD, '203.0.113.2')).toEqual(RIGHT)
      expect(await ask(slug, PASSWORD, '203.0.113.2')).toEqual(RIGHT)
    }
  })
})

describe('tries of many addresses, without a limit for each', () => {
  // Five wrong passwords an hour, before each network has one try a minute.
  const { newLink, post, ask } = useLinks({ RATELIMIT_PASSWORD_PER_MIN: '0', RATELIMIT_AUTH_PER_MIN: '1' })

  it.each([
    ['the form', post],
    ['targetUrl', ask],
  ])('are limited to one a minute from each once too many at %s were wrong', async (_name, attempt) => {
    const slug = await newLink()
    for (let guess = 0; guess < 5; guess += 1)
      expect(await attempt(slug, 'wrong', `198.51.100.${guess}`)).toEqual(WRONG)
    expect(await post(slug, 'wrong', '192.0.2.1')).toEqual(WRONG)
    expect(await post(slug, PASSWORD, '192.0.2.1')).toEqual(REFUSED)
    expect(await ask(slug, PASSWORD, '192.0.2.1')).toEqual(REFUSED)
    expect(await attempt(slug, PASSWORD, '192.0.2.2')).toEqual(RIGHT)
    expect(await post(await newLink(), PASSWORD, '192.0.2.1')).toEqual(RIGHT)
  })
})
