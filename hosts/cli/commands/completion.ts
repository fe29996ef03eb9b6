import { Argument, Command, Option } from 'commander'
import { everyCommand } from '../global-options.ts'

/** Creates `shortlink completion <shell>`, which prints a script that completes commands and options. */
export const completionCommand = (program: () => Command) =>
  new Command('completion')
    .description('Print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'shell that reads the script').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      `
Examples:
  source <(shortlink completion bash)                                     in ~/.bashrc
  source <(shortlink completion zsh)                                      in ~/.zshrc, after compinit
  shortlink completion fish > ~/.config/fish/completions/shortlink.fish`,
    )
    .action((shell: keyof typeof SCRIPTS) => {
      process.stdout.write(SCRIPTS[shell](wordsAfter(program())))
    })

interface Words {
  /** The words of a command, separated by spaces; empty for the program. */
  readonly path: string
  /** Possible next words with their meanings. */
  readonly next: readonly (readonly [word: string, meaning: string])[]
}

/** Returns the possible next words of each command. */
function wordsAfter(program: Command): Words[] {
  const globals = program.options
  return everyCommand(program).map((command) => {
    const options = command === program ? globals : [...command.options, ...globals]
    return {
      path: pathOf(command),
      next: [
        ...command.commands.map((one) => [one.name(), one.description()] as const),
        ...[...options, new Option('--help', 'display help for command')].map(
          ({ long, description }) => [long ?? '', description] as const,
        ),
      ],
    }
  })
}

const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim()

const wordsOf = ({ next }: Words) => next.map(([word]) => word).join(' ')

const casesOf = (commands: readonly Words[], make: (words: Words) => string) =>
  commands.map((words) => `    '${words.path.replaceAll(' ', '/')}') ${make(words)} ;;`).join('\n')

const pathsOf = (commands: readonly Words[]) =>
  commands
    .map(({ path }) => path.replaceAll(' ', '/'))
    .join(' ')
    .trim()

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const SCRIPTS = {
  bash: (commands: readonly Words[]) => `_shortlink() {
  local paths='${pathsOf(commands)}' next=""
  local command="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " $paths " in *" \${command:+$command/}$word "*) command="\${command:+$command/}$word" ;; esac
  done
  case "$command" in
${casesOf(commands, (words) => `next=${quoted(wordsOf(words))}`)}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _shortlink shortlink
`,
  zsh: (commands: readonly Words[]) => `#compdef shortlink
_shortlink() {
  local paths='${pathsOf(commands)}'
  local -a next
  local command="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case " $paths " in *" \${command:+$command/}$word "*) command="\${command:+$command/}$word" ;; esac
  done
  case "$command" in
${casesOf(commands, ({ next }) => `next=(${next.map(([word, meaning]) => quoted(`${word}:${meaning.replaceAll(':', '\\:')}`)).join(' ')})`)}
  esac
  _describe command next || _files
}
compdef _shortlink shortlink
`,
  fish: (commands: readonly Words[]) => `function __shortlink_command
  set -l paths ${pathsOf(commands)}
  set -l command ''
  for word in (commandline -opc)[2..-1]
    set -l longer (string join / (string split -n / "$command") $word)
    contains -- $longer $paths; and set command $longer
  end
  test "$command" = "$argv[1]"
end
${commands
  .flatMap(({ path, next }) =>
    next.map(([word, meaning]) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`
      return `complete -c shortlink -n "__shortlink_command '${path.replaceAll(' ', '/')}'" ${what} -d ${quoted(meaning)}`
    }),
  )
  .join('\n')}
`,
} satisfies Record<string, (commands: readonly Words[]) => string>
