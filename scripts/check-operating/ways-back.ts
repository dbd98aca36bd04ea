import { setClock } from './clock.ts';
import { findEverySave } from './fail-over.ts';
import { lieOfOnePicture } from './lying-store.ts';
import type { Surroundings } from './surroundings.ts';

/** Something that goes wrong on the way, and right again, where no command of the document stages it. */
interface WayBack {
  title: string;
  /** The section after which it comes. */
  after: string;
  /** Required programs, beside those of the document. */
  programs: readonly string[];
  /** Resolves to the observations. */
  run(surroundings: Surroundings): Promise<string>;
}

export const waysBack: readonly WayBack[] = [
  { title: 'A clock that is set', after: 'Varnish in front', programs: ['faketime'], run: setClock },
  { title: 'A store that lies', after: 'Pictures in an object store', programs: [], run: lieOfOnePicture },
  {
    title: 'Every save is on the standby',
    after: 'A database that fails over',
    programs: [],
    run: findEverySave,
  },
];
