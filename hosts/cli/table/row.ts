import type { AnyUseCase, Caller, DomainError, Link, OutputOf, User } from '@shortlink/core'
import type { ResultAsync } from 'neverthrow'
import type { CommandContext, Effect } from '../command.ts'
import type { Given, Parameter } from '../parameters.ts'
import type { Remote } from '../remote/remote.ts'

/** The output of a command: JSON for programs, lines for people, and notes for people on standard error. */
export interface Shown {
  readonly json: unknown
  readonly lines: readonly string[]
  readonly notes?: readonly string[]
}

/** The tools of a command on a server, as the account of the API key. */
export interface RemoteHost {
  readonly remote: Remote
  /**
   * Runs a use case as the account, or as the owner of the link, which on a server is the same. A server's result has the fields that
   * commands read. An expected error ends the command.
   */
  run<U extends AnyUseCase>(useCase: U, input: Given, link?: Pick<Link, 'owner'>): Promise<OutputOf<U>>
  /** Whether the command shows its effect without having it. */
  readonly dryRun: boolean
  /** Returns the public URL of a link. */
  shortUrl(link: Pick<Link, 'hostname' | 'slug'>): string
  /** Asks before data is lost: on a terminal, unless --yes is given. Ends the command unless the reply is yes. */
  confirm(question: string): Promise<void>
}

/** The tools of a command on a database: the service, the account it acts for, and the terminal. */
export interface Host extends CommandContext, Omit<RemoteHost, 'remote'> {
  readonly remote?: undefined
  /** The account of `--user`, otherwise the operator for rows with that access, and the anonymous caller for others. */
  readonly caller: Caller
  /** The value of `--user`. */
  readonly user: string | undefined
  /** Returns the value of a result. An expected error ends the command. */
  settle<T>(result: ResultAsync<T, DomainError>): Promise<T>
  /** Runs work on the ports that no use case covers. A dry run undoes it. */
  onPorts<T>(work: (ports: Host['ports']) => ResultAsync<T, DomainError>): Promise<T>
  /** Returns the account of `--user`. Only for rows with access `account`. */
  account(): User
}

/** A command: its parameters, its access, its work and its output. */
export interface Row {
  /** The words of the command, such as `link create`. */
  readonly path: string
  readonly summary: string
  /** Text below the options of its help. */
  readonly notes?: string
  /** Command lines without the leading `shortlink`; tests run them. */
  readonly examples: readonly string[]
  readonly parameters: readonly Parameter[]
  /** Meaning of `--user`: the account, required or optional. `operator` acts on records of any owner. */
  readonly access: 'account' | 'optional-account' | 'operator'
  /** Description of an optional `--user`. */
  readonly userMeaning?: string
  readonly effect: Effect
  /** Whether it asks before it acts, which adds `--yes`. */
  readonly confirms?: boolean
  /** False for a command that writes without `--dry-run`, since a rollback cannot undo it. */
  readonly dryRun?: false
  run(host: Host, given: Given): Promise<Shown>
  /** Does the same on a server, which adds `--server` and `--key`. */
  remotely?(host: RemoteHost, given: Given): Promise<Shown>
}

/** Whether the command writes and a rollback undoes it. */
export const supportsDryRun = ({ effect, dryRun }: Row) => effect !== 'reads' && dryRun !== false

export type AnyHost = Host | RemoteHost

/** Returns the work of a command that does the same on a database and on a server. */
export const onEither = (work: (host: AnyHost, given: Given) => Promise<Shown>) =>
  ({ run: work, remotely: work }) satisfies Partial<Row>

/** Members of a {@link row} in addition to its use case. */
interface UseCaseRow<U extends AnyUseCase> extends Omit<Row, 'run'> {
  readonly useCase: U
  /** Returns the use case's arguments; the given values by default. */
  input?(given: Given, host: Host): unknown
  show(out: OutputOf<U>, host: Host, given: Given): Shown
}

/** Declares a command that runs a use case. */
export const row = <U extends AnyUseCase>({ useCase, input, show, ...declared }: UseCaseRow<U>): Row => ({
  ...declared,
  async run(host, given) {
    const raw = input === undefined ? given : await input(given, host)
    return show(await host.run(useCase, raw as Given), host, given)
  },
})
