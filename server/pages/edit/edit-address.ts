import { isKind, type Kind } from '#shared/kinds/kind-names.ts';
import type { Request } from 'express';

/** The kind that an address names; null when there is no such kind. */
export function kindOf({ params }: Pick<Request, 'params'>): Kind | null {
  const kind = String(params['kind']);
  return isKind(kind) ? kind : null;
}

export function idOf({ params }: Pick<Request, 'params'>): string {
  return String(params['id']).normalize('NFC');
}

/** Without NULs, which PostgreSQL cannot be asked for. */
export function queryOf({ originalUrl }: Pick<Request, 'originalUrl'>): URLSearchParams {
  const { searchParams } = new URL(`http://site${originalUrl}`);
  return new URLSearchParams([...searchParams].map(([name, value]) => [name, value.replaceAll('\0', '')]));
}

/** Version that a form was made from; 0, which no entry has, where the address has none. */
export function versionOf(request: Pick<Request, 'originalUrl'>): number {
  return numberIn(queryOf(request).get('version')) ?? 0;
}

/** A number as our addresses spell it, and as columns of both engines hold it: PostgreSQL refuses to compare others. */
export function numberIn(text: unknown): number | null {
  return typeof text === 'string' && /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : null;
}
