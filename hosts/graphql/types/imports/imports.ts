import { addImportPart, cancelImport, createImport, latestImport, startImport, updateImport } from '@shortlink/core'
import { fieldsOf } from '../../described.ts'
import { field } from '../../field.ts'
import type { SchemaPart } from '../../schema-part.ts'
import { IMPORT_TYPES } from './import-types.ts'

const CHOICES = { program: 'String', domains: '[ImportDomainInput!]', acceptedLosses: '[String!]' } as const

/** Imports in the background. */
export const imports: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's import in the background with its progress, for seven days after its last change; null without one."
      latestImport: Import
    }

    extend type Mutation {
      "Begins the import of a file with links. It replaces the caller's earlier import, unless that is running."
      createImport(
        ${fieldsOf(createImport.input, { name: 'String!', ...CHOICES })}
      ): Import!
      "Uploads a part of the file, in order. Sending a part again changes nothing."
      addImportPart(
        ${fieldsOf(addImportPart.input, { id: 'ID!', index: 'Int!', text: 'String!', last: 'Boolean' })}
      ): Import!
      "Changes the choices before the start. The server then makes a new preview."
      updateImport(
        ${fieldsOf(updateImport.input, { id: 'ID!', ...CHOICES })}
      ): Import!
      "Starts an import, also before its preview is ready. The server runs it in the background."
      startImport(
        ${fieldsOf(startImport.input, { id: 'ID!' })}
      ): Import!
      "Cancels an import and deletes its file. Imported links stay."
      cancelImport(
        ${fieldsOf(cancelImport.input, { id: 'ID!' })}
      ): Import!
    }

    ${IMPORT_TYPES}
  `,
  resolvers: {
    Query: { latestImport: field(latestImport) },
    Mutation: {
      createImport: field(createImport),
      addImportPart: field(addImportPart),
      updateImport: field(updateImport),
      startImport: field(startImport),
      cancelImport: field(cancelImport),
    },
  },
  listSizes: {
    'Import.domains': 100,
    'Import.acceptedLosses': 7,
    'ImportReport.domains': 100,
    'ImportReport.refused': 7,
    'ImportReport.lost': 100,
    'ImportReport.samples': 5,
    'ImportSample.tags': 10,
    'ImportReport.problems': 500,
    'ImportProblem.fields': 7,
  },
}
