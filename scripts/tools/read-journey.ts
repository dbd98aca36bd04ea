/** A part of the document under a heading of its own, with commands. */
export interface Section {
  title: string;
  /** Each as it stands in a fenced block. */
  blocks: string[];
  /** Programs started by its commands that a machine may lack. */
  programs: string[];
}

const programs = ['nginx', 'createdb', 'pgbouncer', 'varnishd', 'openssl', 'curl'];

/** The sections of a document that have blocks of `sh`, in their order. */
export function readJourney(text: string): Section[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = ''] = part.split('\n', 1);
      const blocks = [...part.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
      const isStarted = (program: string) =>
        blocks.some((block) => new RegExp(`^[^#\n"]*\\b${program} `, 'm').test(block));
      return { title, blocks, programs: programs.filter(isStarted) };
    })
    .filter(({ blocks }) => blocks.length > 0);
}
