import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { childMark } from '#server/operate/processes/answer-parent.ts';
import { askChild } from '#server/operate/processes/ask-child.ts';
import { temporaryFolder } from '#tests/helpers/databases.ts';

/** A busy machine takes a while to start a process. */
const patient = { deadlineMs: 60_000 };

test('a process answers what it is asked, also before it can', async () => {
  const child = startAnswering(`
    answerParent('how many', () => {
      // The question "late" was sent earlier and has arrived by now.
      answerParent('late', async () => ({ at: 'last' }));
      return 3;
    });`);
  expect(await Promise.all([askChild(child, 'late', patient), askChild(child, 'how many', patient)])).toEqual(
    [{ at: 'last' }, 3],
  );
});

test('a question that is not answered fails, and says why', async () => {
  const child = startAnswering(`
    answerParent('broken', () => { throw new Error('no file'); });
    answerParent('end', () => process.exit(7));`);
  await expect(askChild(child, 'broken', patient)).rejects.toThrow(/^process \d+: no file$/);
  await expect(askChild(child, 'unknown', { deadlineMs: 50 })).rejects.toThrow(
    /^process \d+ did not answer "unknown" within 50 ms$/,
  );
  await expect(askChild(child, 'end', patient)).rejects.toThrow(/^process \d+ ended with code 7$/);
  await expect(askChild(child, 'how many')).rejects.toThrow(/^process \d+ cannot be asked "how many"/);
});

function startAnswering(code: string) {
  const file = path.join(temporaryFolder(), 'child.mjs');
  const module = pathToFileURL(path.resolve('server/operate/processes/answer-parent.ts')).href;
  writeFileSync(file, `import { answerParent } from ${JSON.stringify(module)};\n${code}`);
  const child = fork(file, [childMark], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
