import * as z from 'zod';

export interface Instruction {
  line: number;
  keyword: string;
  /** `--from=build` is `from` → `build`; a flag may stand more than once. */
  flags: readonly { name: string; value: string }[];
  text: string;
}

export interface Stage {
  name: string;
  base: string;
  instructions: readonly Instruction[];
}

export interface Dockerfile {
  /** Name → default of the arguments before the first stage. */
  globalArgs: ReadonlyMap<string, string>;
  stages: readonly Stage[];
}

/** Reads the part of the language that our Dockerfile uses. */
export function parseDockerfile(text: string): Dockerfile {
  const globalArgs = new Map<string, string>();
  const stages: { name: string; base: string; instructions: Instruction[] }[] = [];
  for (const instruction of parseInstructions(text)) {
    const stage = stages.at(-1);
    if (instruction.keyword === 'FROM') {
      const [, image = '', name = 'runtime'] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(instruction.text) ?? [];
      stages.push({ name, base: expand(image, globalArgs), instructions: [] });
    } else if (stage) {
      stage.instructions.push(instruction);
    } else {
      for (const [name, value] of parsePairs(instruction.text)) globalArgs.set(name, value);
    }
  }
  return { globalArgs, stages };
}

export function parsePairs(text: string): [name: string, value: string][] {
  return [...text.matchAll(/([\w.-]+)(?:=(?:"([^"]*)"|(\S*)))?/g)].map(([, name = '', quoted, plain]) => [
    name,
    quoted ?? plain ?? '',
  ]);
}

/** The arguments of `["node", "server.js"]`; null for the shell form. */
export function execForm(text: string): string[] | null {
  if (!text.startsWith('[')) return null;
  return z.array(z.string()).min(1).parse(JSON.parse(text));
}

function parseInstructions(text: string): Instruction[] {
  const instructions: Instruction[] = [];
  let pending = '';
  let firstLine = 0;
  text.split('\n').forEach((line, index) => {
    if (line.trim().startsWith('#') || (pending === '' && line.trim() === '')) return;
    if (pending === '') firstLine = index + 1;
    pending += line.replace(/\\$/, '');
    if (line.endsWith('\\')) return;
    instructions.push(toInstruction(firstLine, pending.trim()));
    pending = '';
  });
  return instructions;
}

function toInstruction(line: number, source: string): Instruction {
  const [, keyword = '', flagText = '', text = ''] = /^(\w+)((?:\s+--\S+)*)\s+(.*)$/s.exec(source) ?? [];
  const flags = [...flagText.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));
  return { line, keyword: keyword.toUpperCase(), flags, text: text.trim() };
}

function expand(text: string, args: ReadonlyMap<string, string>): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => args.get(name) ?? '');
}
