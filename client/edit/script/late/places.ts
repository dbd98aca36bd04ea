import { afterComposition } from '../body/composition.ts';
import { applyLate, selectedIn, type SelectedText, type TextChange } from '../body/text-change.ts';

/** A place in the text of a field, which stays between the same characters while others are written. */
export interface TextPlace {
  /**
   * Writes there when no input method composes. `changeAt` gets the text with the place as its caret. A selection that
   * still ends there is put where the change says; any other stays in its text.
   */
  write(changeAt: (selected: SelectedText) => TextChange | null): void;
  /** Nothing will be written there. */
  forget(): void;
}

interface MarkedPlace {
  at: number;
}

/** Returns the function that marks the end of the selection. Of several marks there, the first one is written to first. */
export function markPlaces(field: HTMLTextAreaElement): () => TextPlace {
  /** In the order of their marks. */
  const places: MarkedPlace[] = [];
  let writing: MarkedPlace | null = null;
  let value = field.value;

  field.addEventListener('input', follow);

  function follow(): void {
    if (places.length === 0) return;
    const edit = editBetween(value, field);
    value = field.value;
    for (const place of places) place.at = moved(place, edit);
  }

  function moved(place: MarkedPlace, { from, to, length }: Edit): number {
    // Text that comes to an earlier mark of the same place is before this one.
    const isBehind = writing !== null && places.indexOf(writing) < places.indexOf(place);
    if (place.at < from || (place.at === from && !isBehind)) return place.at;
    return place.at >= to ? place.at + length - (to - from) : from;
  }

  function forget(place: MarkedPlace): void {
    const index = places.indexOf(place);
    if (index !== -1) places.splice(index, 1);
  }

  function writeAt(place: MarkedPlace, changeAt: (selected: SelectedText) => TextChange | null): void {
    // A script has given the field another text, such as that of before a reload.
    follow();
    const at = Math.min(place.at, field.value.length);
    const change = changeAt({ value: field.value, start: at, end: at });
    const { start, end } = selectedIn(field);
    writing = place;
    if (change !== null)
      applyLate(
        field,
        end === at
          ? change
          : { ...change, selectFrom: shifted(start, change), selectTo: shifted(end, change) },
      );
    writing = null;
    forget(place);
  }

  return () => {
    if (places.length === 0) ({ value } = field);
    const place: MarkedPlace = { at: field.selectionEnd };
    places.push(place);
    return {
      write: (changeAt) => afterComposition(() => writeAt(place, changeAt)),
      forget: () => forget(place),
    };
  };
}

/** Text from `from` to `to` of the value before has become one of this length. */
interface Edit {
  from: number;
  to: number;
  length: number;
}

/** The caret says where among equal characters something was written: behind it everything is as it was. */
function editBetween(before: string, { value, selectionEnd }: HTMLTextAreaElement): Edit {
  const limit = Math.min(before.length, value.length);
  const behind = value.length - selectionEnd;
  const isByCaret = behind <= limit && before.endsWith(value.slice(selectionEnd));
  let tail = isByCaret ? behind : 0;
  while (!isByCaret && tail < limit && before.at(-1 - tail) === value.at(-1 - tail)) tail += 1;
  let from = 0;
  while (from < limit - tail && before[from] === value[from]) from += 1;
  return { from, to: before.length - tail, length: value.length - tail - from };
}

function shifted(at: number, { from, to, text }: TextChange): number {
  if (at <= from) return at;
  return at >= to ? at + text.length - (to - from) : from + text.length;
}
