import pg from 'pg'

/** Rows for a statement `copy … from stdin (format binary)`, as its only parameter. */
export class CopiedRows {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/** The driver's connection methods for COPY, which its types omit. */
interface CopyingConnection {
  sendCopyFromChunk(bytes: Buffer): void
  endCopyFrom(): void
}

/** Runs a copy statement. The driver's own queries would refuse to send rows. */
export const copyIn = (client: pg.ClientBase, text: string, { bytes }: CopiedRows): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    client.query(new CopyQuery(text, (error, result) => (error ? reject(error) : resolve(result)), bytes))
  })

class CopyQuery extends pg.Query {
  readonly #bytes: Buffer

  constructor(text: string, done: (error: Error | undefined, result: pg.QueryResult) => void, bytes: Buffer) {
    super(text, done)
    this.#bytes = bytes
  }

  handleCopyInResponse(connection: CopyingConnection) {
    connection.sendCopyFromChunk(this.#bytes)
    connection.endCopyFrom()
  }
}
