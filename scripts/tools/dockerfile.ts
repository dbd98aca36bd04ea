import * as z from 'zod';

export interface Stage {
  name: string;
  base: string;
  instructions: readonly Instruction[];
}

interface Instruction {
  keyword: string;
  text: string;
}

/** Settings that an image gives its programs and its engine. */
export interface ImageSettings {
  env: Readonly<Record<string, string>>;
  entrypoint: string[];
  command: string[];
  healthCheck: string[];
  user: string;
}

/** Reads the part of the language that our Dockerfile uses. */
export function parseDockerfile(text: string): Stage[] {
  const source = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ');
  const args = new Map<string, string>();
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const [, keyword = '', rest = ''] of source.matchAll(/^([A-Z]+)\s+(.*)$/gm)) {
    const instruction = { keyword, text: rest.trim() };
    if (keyword === 'FROM') {
      const [image = '', , name = 'runtime'] = instruction.text.split(/\s+/);
      const base = image.replace(/\$\{(\w+)\}/g, (_, arg: string) => args.get(arg) ?? '');
      stages.push({ name, base, instructions: [] });
    } else if (stages.length > 0) {
      stages.at(-1)?.instructions.push(instruction);
    } else {
      for (const [name, value] of parsePairs(instruction.text)) args.set(name, value);
    }
  }
  return stages;
}

/** Returns the arguments of all instructions with a keyword. */
export function textsOf({ instructions }: Stage, keyword: string): string[] {
  return instructions.filter((instruction) => instruction.keyword === keyword).map(({ text }) => text);
}

export function parsePairs(text: string): [name: string, value: string][] {
  return [...text.matchAll(/([\w.-]+)(?:=(?:"([^"]*)"|(\S*)))?/g)].map(([, name = '', quoted, plain]) => [
    name,
    quoted ?? plain ?? '',
  ]);
}

/** Reads the settings of the image, which is the last stage. */
export function readImageSettings(stages: readonly Stage[]): ImageSettings {
  const image = stages.at(-1);
  if (image === undefined) throw new Error('the Dockerfile has no FROM');
  const last = (keyword: string) => textsOf(image, keyword).at(-1) ?? '';
  return {
    env: Object.fromEntries(textsOf(image, 'ENV').flatMap(parsePairs)),
    entrypoint: execForm(last('ENTRYPOINT')),
    command: execForm(last('CMD')),
    healthCheck: execForm(/CMD (.+)$/.exec(last('HEALTHCHECK'))?.[1] ?? ''),
    user: last('USER'),
  };
}

/** Returns the words of `["node", "server.js"]`; none for the form that starts a shell. */
function execForm(text: string): string[] {
  return text.startsWith('[') ? z.array(z.string()).parse(JSON.parse(text)) : [];
}
