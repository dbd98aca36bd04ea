import { chmod, chown, copyFile, cp, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Instruction, Stage } from './dockerfile.ts';
import { check, expectThat } from './report.ts';
import { runCommand } from './run-command.ts';

/** Uid of the user `node` in the official images. */
export const nodeUid = 1000;

export interface Workshop {
  /** An empty folder: each stage gets a root folder in it. */
  dir: string;
  /** What the build is sent. */
  contextDir: string;
}

/** A stage's root folder and where its commands run. */
export interface StageFolder {
  rootDir: string;
  workDir: string;
}

/** Does what each stage says, in folders instead of images. Resolves to the last stage's, or null when a step failed. */
export async function buildByHand(stages: readonly Stage[], workshop: Workshop): Promise<StageFolder | null> {
  const built = new Map<string, StageFolder>();
  let last: StageFolder | null = null;
  for (const stage of stages) {
    const rootDir = path.join(workshop.dir, 'stages', stage.name);
    const base = built.get(stage.base);
    await mkdir(rootDir, { recursive: true });
    if (base) await cp(base.rootDir, rootDir, { recursive: true, verbatimSymlinks: true });
    const folder = { rootDir, workDir: base?.workDir ?? '/' };
    built.set(stage.name, folder);
    for (const instruction of stage.instructions) {
      if (!(await follow(instruction, folder, built, workshop))) return null;
    }
    last = folder;
  }
  return last;
}

/** Where programs are found: our Node first, nothing from the checkout. */
export function searchPath({ dir }: Workshop): string {
  const own = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((entry) => !entry.includes('node_modules'));
  return [path.join(dir, 'bin'), ...own].join(path.delimiter);
}

/** A copy of this very Node, where every user can run it. */
export async function installNode({ dir }: Workshop): Promise<void> {
  await mkdir(path.join(dir, 'bin'));
  await copyFile(process.execPath, path.join(dir, 'bin/node'));
}

async function follow(
  instruction: Instruction,
  folder: StageFolder,
  built: ReadonlyMap<string, StageFolder>,
  workshop: Workshop,
): Promise<boolean> {
  const { keyword, text } = instruction;
  if (keyword === 'WORKDIR') {
    folder.workDir = text;
    await mkdir(path.join(folder.rootDir, text), { recursive: true });
  } else if (keyword === 'COPY') {
    const from = instruction.flags.find(({ name }) => name === 'from')?.value;
    const source = from === undefined ? workshop.contextDir : built.get(from)?.rootDir;
    return check(`COPY ${from === undefined ? '' : `--from=${from} `}${text}`, () =>
      copy(text, source ?? '', folder),
    );
  } else if (keyword === 'RUN') {
    return check(`RUN ${text.replace(/\s+/g, ' ')}`, () => run(text, folder, workshop));
  }
  return true;
}

async function copy(text: string, sourceRoot: string, { rootDir, workDir }: StageFolder): Promise<void> {
  const names = text.split(/\s+/);
  const target = names.pop() ?? '';
  const targetPath = path.join(rootDir, path.posix.resolve(workDir, target));
  for (const name of names) {
    const source = path.join(sourceRoot, name);
    const isFolder = (await stat(source)).isDirectory();
    // A folder's content, a file by its name.
    const to = !isFolder && target.endsWith('/') ? path.join(targetPath, path.basename(name)) : targetPath;
    await cp(source, to, { recursive: true, verbatimSymlinks: true });
  }
}

async function run(command: string, { rootDir, workDir }: StageFolder, workshop: Workshop): Promise<string> {
  const folder = /^install -d -o node -g 0 -m (\d+) (\/\S+)$/.exec(command);
  if (folder) {
    await makeFolder(path.join(rootDir, folder[2] ?? ''), Number.parseInt(folder[1] ?? '', 8));
    return 'in the stage’s folder';
  }
  // Which needs a system of its own.
  if (command.startsWith('apt-get ')) return 'left out: the machine’s own packages are used';
  const { code, output } = await runCommand(['sh', '-c', command], {
    cwd: path.join(rootDir, workDir),
    env: { ...ownSettings(), PATH: searchPath(workshop) },
    timeoutMs: 5 * 60_000,
  });
  expectThat(code === 0, `exit code ${code}\n${output.trim()}`);
  return output.trim().split('\n').at(-1) ?? '';
}

/** The machine's user `node` may be someone else: the number counts. */
async function makeFolder(dir: string, mode: number): Promise<void> {
  await mkdir(dir);
  await chmod(dir, mode);
  if (process.getuid?.() === 0) await chown(dir, nodeUid, 0);
}

/** What a build gets from the machine: how to reach a registry, by proxies, certificates and the npmrc secret. */
function ownSettings(): Record<string, string> {
  const wanted =
    /^(?:HOME|LANG|(?:https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|npm_config_(?:registry|userconfig|cache))$/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      wanted.test(name) && value ? [[name, value]] : [],
    ),
  );
}
