import type { Request } from 'express';
import { isEditKind, type EditKind } from '#shared/editing/edit-paths.ts';

/** The kind that an address names; null when there is no such kind. */
export function kindOf({ params }: Pick<Request, 'params'>): EditKind | null {
  const kind = String(params['kind']);
  return isEditKind(kind) ? kind : null;
}

export function idOf({ params }: Pick<Request, 'params'>): string {
  return String(params['id']).normalize('NFC');
}

export function queryOf({ originalUrl }: Pick<Request, 'originalUrl'>): URLSearchParams {
  return new URL(`http://site${originalUrl}`).searchParams;
}
