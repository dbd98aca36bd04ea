import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * The first line of standard input; at a terminal it is asked for and not shown. Never an argument: those are seen
 * by everybody on the machine and kept by shells.
 */
export async function askPassword(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<string> {
  const isTerminal = input.isTTY === true;
  if (isTerminal) output.write('Password: ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isTerminal) output.write('\n');
  }
}
