import { type Command, Argument } from 'commander';
import type { CommandContext } from './frame.ts';

/** What a shell completes: a command, and the long forms of its flags. */
interface Completed {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly { readonly name: string; readonly description: string }[];
}

const scripts: Readonly<Record<string, typeof bash>> = {
  bash,
  fish,
  zsh: (...given) => `autoload -U +X bashcompinit && bashcompinit\n${bash(...given)}`,
};

/** Adds the flags and the action of `completion`, which prints what a shell needs to complete commands and flags. */
export function defineCompletion(command: Command, { streams }: CommandContext): void {
  command
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
Examples:
  source <(search-conformance completion bash)
  search-conformance completion fish > ~/.config/fish/completions/search-conformance.fish
`,
    )
    .action((shell: string) => {
      const program = command.parent;
      if (program === null) throw new TypeError('[completion] is a command of a program');
      streams.out.write(scripts[shell]?.(program.name(), program.commands.map(completed)) ?? '');
    });
}

function completed(command: Command): Completed {
  const nested = command.commands.flatMap(({ options }) => options);
  const flags = [...command.options, ...nested].flatMap(({ long, description }) =>
    long === undefined || long === null ? [] : [{ name: long, description }],
  );
  return { name: command.name(), description: command.description(), flags };
}

function bash(program: string, commands: readonly Completed[]): string {
  const cases = commands.map(
    ({ name, flags }) =>
      `    ${name}) words="${[...flags.map((flag) => flag.name), '--help'].join(' ')}" ;;`,
  );
  const name = `_${program.replaceAll('-', '_')}`;
  return `${name}() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map((each) => each.name).join(' ')} --help --version"; fi
  COMPREPLY=()
  case "$word" in -*) ;; *) [ "$COMP_CWORD" -eq 1 ] || return ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F ${name} ${program}
`;
}

function fish(program: string, commands: readonly Completed[]): string {
  const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
  const lines = commands.flatMap(({ name, description, flags }) => [
    `complete -c ${program} -f -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ...flags.map(
      (flag) =>
        `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${flag.name.slice(2)} -d ${quoted(flag.description)}`,
    ),
  ]);
  return `${lines.join('\n')}\n`;
}
