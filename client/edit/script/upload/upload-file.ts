import { maxBytesOfName, type UploadAnswer, type UploadedMedia } from '#shared/editing/uploads.ts';

/** A file is not in the library. The message is a sentence for the editor. */
export class UploadError extends Error {
  override name = 'UploadError';
  /** Whether the same file may succeed when it is sent again. */
  readonly mayRetry: boolean;

  constructor(message: string, mayRetry: boolean) {
    super(message);
    this.mayRetry = mayRetry;
  }
}

export interface UploadOptions {
  /** Cancels the upload: the promise is rejected with its reason. */
  signal?: AbortSignal;
  /** Called with the part that was sent, from 0 to 1; first when its turn has come. */
  onProgress?(share: number): void;
}

const maxAtOnce = 3;
const maxTries = 5;
const busyMs = 10_000;

let running = 0;
const waiting: Turn[] = [];

interface Turn {
  begin(): void;
  signal: AbortSignal | undefined;
}

/**
 * Puts a file into the library, where it stays: content of the same bytes gives the file that is there already. Three
 * are sent at once, others wait. The page has the address, and sentences for a lost connection and for a file that is
 * too large (edit-document.tsx).
 * @throws UploadError when it is refused or the connection is lost.
 */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<UploadedMedia> {
  const { uploadTooLarge = '' } = document.documentElement.dataset;
  // The site would cut it off, and a browser that is still sending takes that for a lost connection.
  if (file.size > maxBytesOfName(file.name)) throw new UploadError(uploadTooLarge, false);
  if (running < maxAtOnce) running += 1;
  else await untilCalled((begin) => waiting.push({ begin, signal: options.signal }), options.signal);
  try {
    return await sendUntilTaken(file, options);
  } finally {
    // The longest waiting takes the turn over, but for those who have left.
    const next = nextTurn();
    if (next) next.begin();
    else running -= 1;
  }
}

function nextTurn(): Turn | undefined {
  for (;;) {
    const turn = waiting.shift();
    if (!turn?.signal?.aborted) return turn;
  }
}

/** Waits for a call, or for the signal, whose reason it throws. */
function untilCalled(hand: (call: () => void) => void, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    hand(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    });
  });
}

async function sendUntilTaken(file: File, options: UploadOptions): Promise<UploadedMedia> {
  for (let tries = 1; ; tries += 1) {
    options.signal?.throwIfAborted();
    options.onProgress?.(0);
    const answer = await send(file, options);
    if ('media' in answer) return answer.media;
    if (answer.problem !== 'busy' || tries === maxTries)
      throw new UploadError(answer.text, /^(?:slow|cut|busy|disk|failed|signed-out)$/.test(answer.problem));
    await untilCalled((call) => setTimeout(call, busyMs), options.signal);
  }
}

function send(file: File, { signal, onProgress }: UploadOptions): Promise<UploadAnswer> {
  const { uploads = '', uploadFailed = '' } = document.documentElement.dataset;
  return new Promise((resolve, reject) => {
    // fetch says nothing of what was sent.
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded / total));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', cancel));
    request.addEventListener('abort', () => reject(signal?.reason));
    request.addEventListener('error', () => reject(new UploadError(uploadFailed, true)));
    request.addEventListener('load', () => {
      const answer = readAnswer(request.responseText);
      if (answer === null) reject(new UploadError(uploadFailed, true));
      else resolve(answer);
    });
    signal?.addEventListener('abort', cancel);
    request.open('PUT', `${uploads}?name=${encodeURIComponent(file.name)}`);
    // Its content says what it is, and a text would be taken for a form.
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.send(file);
  });
}

/** Null: it comes from elsewhere, such as a page of errors. */
function readAnswer(text: string): UploadAnswer | null {
  try {
    // The route answers with this type.
    const answer = JSON.parse(text) as UploadAnswer | null;
    return answer !== null && ('media' in answer || 'problem' in answer) ? answer : null;
  } catch {
    return null;
  }
}
