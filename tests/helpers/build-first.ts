import { buildIfNeeded } from '../../scripts/build-if-needed.ts';

/** Once for the run: some tests look at what is shipped. */
export default function setup(): void {
  buildIfNeeded();
}
