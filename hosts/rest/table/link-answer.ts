import type { Link, UpsertedLink } from '@shortlink/core'
import type { Answer } from './answers.ts'
import { one } from './answers.ts'
import { shapeOf } from './shape.ts'

const LinkShape = shapeOf<Link>('Shortlink')

/** A link with its version as an `ETag`. */
export function linkAnswer({ isNew = false } = {}): Answer<Link> {
  const answer = one<Link>(LinkShape, isNew ? { location: ({ id }) => `/links/${id}` } : {})
  return {
    ...answer,
    isTagged: true,
    async body(link, context) {
      const body = await answer.body(link, context)
      if (link.owner === null) return { ...body, json: anonymousJson(body.json), headers: {} }
      return { ...body, etag: `"${context.version(link)}"` }
    },
  }
}

/** A link that the operation changed, or created. */
export function upsertedLinkAnswer(): Answer<UpsertedLink> {
  const [changed, created] = [linkAnswer(), linkAnswer({ isNew: true })]
  return {
    ...changed,
    mayCreate: true,
    async body({ isNew, ...link }, context) {
      return isNew ? { ...(await created.body(link, context)), status: created.status } : changed.body(link, context)
    },
  }
}

/** The response to a caller without an account, which can neither read nor change its link later. */
const anonymousJson = (json: unknown) => {
  const { slug, target, shortUrl } = json as Readonly<Record<string, unknown>>
  return { slug, target, shortUrl }
}
