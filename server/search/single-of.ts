import { runsOf } from './text/runs.ts';

/** The character, if a word is one of Han and nothing else: it has an index of its own. */
export function singleOf(reading: string): string | null {
  const [run, ...others] = runsOf(reading);
  if (run?.kind !== 'han' || others.length > 0) return null;
  const [character = '', second] = run.text;
  return second === undefined ? character : null;
}
