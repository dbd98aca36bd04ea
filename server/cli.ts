import './base/source-lines.ts';
import { existsSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readAssetManifest } from './asset-manifest.ts';
import { readConfig } from './config/config.ts';
import { describeFailure } from './base/describe-failure.ts';
import { accountCommand, accountUsage } from './features/accounts/staff/account-command.ts';
import { askPassword } from './features/accounts/ask-password.ts';
import { backupCommand, backupUsage } from './operate/backup/backup-command.ts';
import { restoreCommand, restoreUsage } from './operate/backup/restore/restore-command.ts';
import { contentCommand, contentUsage } from './features/import-export/content-command.ts';
import { tableCommand, tableUsage } from './features/editing/table/table-command.ts';
import { mediaCommand, mediaUsage } from './features/media-files/media-command.ts';
import { createLog } from './base/log.ts';
import { databaseCommand, databaseUsage } from './operate/move/database-command.ts';
import type { Build } from './operate/processes/builds.ts';
import { keepFilesPrivate } from './base/private-files.ts';
import { reloadCommand, reloadUsage } from './operate/processes/reload-command.ts';
import { searchCommand, searchUsage } from './search/search-command.ts';

const longCommands = new Map([
  ['content', contentCommand],
  ['search', searchCommand],
  ['backup', backupCommand],
  ['database', databaseCommand],
  ['media', mediaCommand],
]);

process.exitCode = await run(process.argv.slice(2));

async function run([group, ...args]: readonly string[]): Promise<number> {
  const output = {
    out: (line: string) => process.stdout.write(`${line}\n`),
    err: (line: string) => process.stderr.write(`${line}\n`),
  };
  try {
    const config = readConfig(process.env);
    keepFilesPrivate(config.dataDir);
    const isTable = group === 'content' && args[0] === 'table';
    const longCommand = isTable ? tableCommand : longCommands.get(group ?? '');
    if (longCommand !== undefined) {
      stepAside();
      return await longCommand(args, config, createLog('warn'), output);
    }
    if (group === 'restore') return await restoreCommand(args, config, output);
    if (group === 'account') {
      const ask = () => askPassword(process.stdin, process.stderr);
      return await accountCommand(args, config, createLog('warn'), { ...output, askPassword: ask });
    }
    if (group === 'reload' && args.length === 0)
      return await reloadCommand(config, findOwnBuild(), output.out);
    const usages = [
      contentUsage,
      tableUsage,
      accountUsage,
      searchUsage,
      databaseUsage,
      mediaUsage,
      backupUsage,
      restoreUsage,
      reloadUsage,
    ];
    output.err(`Usage:\n${usages.join('\n')}`);
    return 2;
  } catch (error) {
    output.err(describeFailure(error));
    return 1;
  }
}

/** The build that this program is part of, or that was made of the same folder; null: there is none yet. */
function findOwnBuild(): Build | null {
  const folder = [import.meta.dirname, path.join(import.meta.dirname, '../dist')].find((dir) =>
    existsSync(path.join(dir, 'client/manifest.json')),
  );
  if (folder === undefined) return null;
  return { id: readAssetManifest(path.join(folder, 'client')).buildId, folder: realpathSync(folder) };
}

/**
 * Visitors come first where the site shares the processor with an import. Not the lowest priority: it holds the lock
 * of the database while it writes, and others wait for that.
 */
function stepAside(): void {
  const priority = os.constants.priority.PRIORITY_BELOW_NORMAL;
  // A process that started with an even lower priority may not raise it.
  if (os.getPriority() < priority) os.setPriority(priority);
}
