import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** Output of a command: its result, and what goes on or wrong. */
export interface CommandOutput {
  out(line: string): void;
  err(line: string): void;
}

/** Arguments of a command; null when it has no such option, or an option lacks its value. */
export function parseArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    return null;
  }
}
