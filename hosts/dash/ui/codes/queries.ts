import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../../api/ask.ts'
import { type AnswerOf, graphql } from '../../api/graphql.ts'

const STYLES = graphql(
  'query { qrStyles { id name color bgColor ecc margin roundness logo frame caption } linkDefaults { qrStyleId } }',
)

/** Changes of saved styles. */
export const CREATE_STYLE = graphql(
  `mutation ($name: String!, $color: String, $bgColor: String, $ecc: String, $margin: Int, $roundness: Int, $logo: String, $frame: QrFrame, $caption: String) {
    createQrStyle(name: $name, color: $color, bgColor: $bgColor, ecc: $ecc, margin: $margin, roundness: $roundness, logo: $logo, frame: $frame, caption: $caption) { id }
  }`,
)
export const REPLACE_STYLE = graphql(
  `mutation ($id: ID!, $name: String!, $color: String, $bgColor: String, $ecc: String, $margin: Int, $roundness: Int, $logo: String, $frame: QrFrame, $caption: String) {
    replaceQrStyle(id: $id, name: $name, color: $color, bgColor: $bgColor, ecc: $ecc, margin: $margin, roundness: $roundness, logo: $logo, frame: $frame, caption: $caption) { id }
  }`,
)
export const DELETE_STYLE = graphql('mutation ($id: ID!) { deleteQrStyle(id: $id) }')

/** A saved style. */
export type QrStyle = AnswerOf<typeof STYLES>['qrStyles'][number]

/** The saved styles and the default one, in one request. */
const styles = queryOptions({
  queryKey: ['qr-styles'],
  queryFn: ({ signal }) => ask(STYLES, {}, { signal }),
})

/** All saved styles of the account, oldest first; at most 50. */
export const qrStyles = queryOptions({ ...styles, select: (answer) => answer.qrStyles })

/** The style that codes start with; null for plain ones. */
export const defaultStyle = queryOptions({
  ...styles,
  select: ({ qrStyles, linkDefaults }) => qrStyles.find(({ id }) => id === linkDefaults.qrStyleId) ?? null,
})
