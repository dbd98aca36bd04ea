import { composed } from '#shared/composed.ts';
import { toZonedIso } from '#shared/locale/dates.ts';

/** Longest part of a file's name within a path, in characters. */
const maxNameCharacters = 60;
export const maxLabelCharacters = 200;

/** A file as its path is made of it. */
export interface NamedFile {
  name: string;
  /** In hexadecimal digits. */
  sha256: string;
  ending: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/**
 * The path of an uploaded file: `media/uploads/2026/11/春茶-0a1b2c3d.jpg`. Another content has another path, with so many
 * digits of its sum.
 */
export function uploadPath({ name, sha256, ending, at }: NamedFile, digits = 8): string {
  const [year = '', month = ''] = toZonedIso(at).split('-');
  const readable = composed(withoutEnding(name))
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const short = [...readable].slice(0, maxNameCharacters).join('').replace(/-$/, '') || 'file';
  return `media/uploads/${year}/${month}/${short}-${sha256.slice(0, digits)}${ending}`;
}

/** The name of a file as its owner knows it, on one line. */
export function toLabel(name: string): string {
  const clean = composed(name)
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF\s]+/gu, ' ')
    .trim();
  return [...clean].slice(0, maxLabelCharacters).join('').trim();
}

/** Some browsers send the folder along. */
export function labelOfFile(name: string): string {
  return toLabel(withoutEnding(name));
}

function withoutEnding(name: string): string {
  return name.replace(/^.*[/\\]/s, '').replace(/(?<=.)\.[^.]{1,5}$/s, '');
}
