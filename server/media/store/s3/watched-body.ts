type Data = Uint8Array<ArrayBuffer> | Blob;

/** Body that calls `onChunk` when a chunk of a file goes on its way. What is in memory goes at once. */
export function watched(data: Data | undefined, onChunk: () => void): Data | null {
  return data instanceof Blob ? new WatchedBlob(data, onChunk) : (data ?? null);
}

/** Its size is known, unlike that of a stream: services refuse bodies without it. */
class WatchedBlob extends Blob {
  readonly #onChunk: () => void;

  constructor(data: Blob, onChunk: () => void) {
    super([data]);
    this.#onChunk = onChunk;
  }

  override stream() {
    const transform = (chunk: Uint8Array<ArrayBuffer>, out: TransformStreamDefaultController) => {
      this.#onChunk();
      out.enqueue(chunk);
    };
    return super.stream().pipeThrough(new TransformStream({ transform }));
  }
}
