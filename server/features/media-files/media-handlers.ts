import type { RequestHandler } from 'express';
import type { Clock } from '#server/base/clock.ts';
import { mediaFiles } from '#server/http/answer/static-files.ts';
import type { Log } from '#server/base/log.ts';
import type { MediaPlaces } from '#server/media/store/open-media-store.ts';
import { mediaAway, mediaElsewhere } from './media-elsewhere.ts';

interface Options {
  media: MediaPlaces;
  clock: Clock;
  log: Log;
}

/** Answers files of pictures, films, sounds, documents and fonts from wherever they are. */
export function mediaHandlers({ media, clock, log }: Options): RequestHandler[] {
  const places = media.served.map((place) =>
    typeof place === 'string' ? mediaFiles(place) : mediaElsewhere(place, { clock, log }),
  );
  return [...places, mediaAway()];
}
