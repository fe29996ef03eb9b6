import {
  createQrStyle,
  deleteQrStyle,
  qrStyles as listQrStyles,
  QR_STYLES_PER_ACCOUNT,
  replaceQrStyle,
} from '@shortlink/core'
import { fieldsOf } from '../../described.ts'
import { field } from '../../field.ts'
import type { SchemaPart } from '../../schema-part.ts'

const STYLE = {
  name: 'String!',
  color: 'String = "#000000"',
  bgColor: 'String = "#ffffff"',
  ecc: 'String = "M"',
  margin: 'Int = 4',
  roundness: 'Int = 0',
  logo: 'String',
  frame: 'QrFrame = NONE',
  caption: 'String',
} as const

/** Designs of QR codes under a name. */
export const qrStyles: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's saved QR styles, oldest first."
      qrStyles: [SavedQrStyle!]!
    }

    extend type Mutation {
      "Saves the design of QR codes under a name."
      createQrStyle(
        ${fieldsOf(createQrStyle.input, STYLE)}
      ): SavedQrStyle!
      "Replaces a saved QR style: its name and its whole design. Omitted fields get their defaults."
      replaceQrStyle(
        ${fieldsOf(replaceQrStyle.input, { id: 'ID!', ...STYLE })}
      ): SavedQrStyle!
      "Deletes a saved QR style. Saved images stay as they are."
      deleteQrStyle(
        ${fieldsOf(deleteQrStyle.input, { id: 'ID!' })}
      ): Boolean!
    }

    "The surroundings of a QR code."
    enum QrFrame {
      "Nothing."
      NONE
      "A frame with the caption below the code."
      FRAME
    }

    "A design of QR codes under a name."
    type SavedQrStyle {
      "Unique, stable identifier."
      id: ID!
      "The name."
      name: String!
      "Foreground color."
      color: String!
      "Background color."
      bgColor: String!
      "Error correction level: L, M, Q or H."
      ecc: String!
      "Quiet zone, in modules."
      margin: Int!
      "How round the modules are, in percent, from 0 for squares to 80."
      roundness: Int!
      "A picture for the middle: a PNG file as a data: URL."
      logo: String
      "The surroundings of the code."
      frame: QrFrame!
      "The text in the frame."
      caption: String
      "When the style was created."
      createdAt: DateTime!
    }
  `,
  resolvers: {
    Query: { qrStyles: field(listQrStyles) },
    Mutation: {
      createQrStyle: field(createQrStyle),
      replaceQrStyle: field(replaceQrStyle),
      deleteQrStyle: field(deleteQrStyle, { shape: () => true }),
    },
  },
  listSizes: { 'Query.qrStyles': QR_STYLES_PER_ACCOUNT },
}
