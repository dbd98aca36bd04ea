import type { MediaStore } from './media-store.ts';

/**
 * Store for the time of a move: new files are put into the one, files that it lacks are read from the other, and
 * removed files go from both.
 */
export function bothStores(store: MediaStore, also: MediaStore): MediaStore {
  /** A store that is away hides nothing that the other has. */
  async function eitherOf<T>(ask: (one: MediaStore) => Promise<T | null>): Promise<T | null> {
    // In the direction of the move: a file that is copied and removed in between is found all the same.
    try {
      const answer = await ask(also);
      if (answer !== null) return answer;
    } catch (error) {
      const answer = await ask(store).catch(() => null);
      if (answer !== null) return answer;
      throw error;
    }
    return ask(store);
  }

  return {
    place: `${store.place}, and ${also.place}`,
    stat: (name) => eitherOf((one) => one.stat(name)),
    read: (name) => eitherOf((one) => one.read(name)),
    localFile: (name) => eitherOf((one) => one.localFile(name)),
    sum: (name) => eitherOf((one) => one.sum(name)),
    copyTo: (file, name) => eitherOf((one) => one.copyTo(file, name)),
    put: store.put,
    putFile: store.putFile,
    async remove(name) {
      await store.remove(name);
      await also.remove(name);
    },
    async removeFolder(name) {
      await store.removeFolder(name);
      await also.removeFolder(name);
    },
    async *list() {
      const names = new Set<string>();
      for (const one of [store, also]) {
        for await (const file of one.list()) {
          if (names.has(file.name)) continue;
          names.add(file.name);
          yield file;
        }
      }
    },
  };
}
