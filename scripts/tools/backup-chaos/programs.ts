import path from 'node:path';
import { production } from '#scripts/build/folders.ts';
import { startProgram, type Program } from '../servers/programs.ts';
import type { Place } from './numbered-site.ts';

/** The built command `backup` or `restore`, as an operator runs it. */
export function startCommand(
  { config, dataDir }: Place,
  ...args: string[]
): Program & { ended: Promise<number | null> } {
  const program = startProgram(process.execPath, [path.join(production.outDir, 'cli.js'), ...args], {
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: config.engine === 'sqlite' ? `sqlite:${config.file}` : config.url,
    },
  });
  const ended = new Promise<number | null>((resolve) => program.process.once('exit', resolve));
  return { ...program, ended };
}
