/**
 * Place of a form at which the page begins that answers a button of a list: a row, such as `variants:2`, or the value of
 * a button. Null where the button was none of this list.
 * @param change Value of the button.
 * @param count Number of rows that the list has now.
 */
export function placeAfter(change: string, name: string, count: number): string | null {
  const [list, what = '', place = ''] = change.split(':');
  if (list !== name) return null;
  const index = Number(place);
  switch (what) {
    case 'add':
      return `${name}:${count - 1}`;
    // Pressed again, it moves the same row on.
    case 'up':
      return `${name}:up:${Math.max(0, index - 1)}`;
    case 'down':
      return `${name}:down:${Math.min(count - 1, index + 1)}`;
    // At no button that would remove another one.
    case 'remove':
      return count === 0 ? `${name}:add` : `${name}:${Math.min(index, count - 1)}`;
    default:
      return change;
  }
}
