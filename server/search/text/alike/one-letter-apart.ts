/** Whether one letter was left out, added, replaced, or changed its place with the next. Equal words are not apart. */
export function areOneLetterApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)];
  if (a.length < b.length) return restOfB.slice(1) === restOfA;
  if (a.length > b.length) return restOfA.slice(1) === restOfB;
  if (restOfA.slice(1) === restOfB.slice(1)) return true;
  return restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0] && restOfA.slice(2) === restOfB.slice(2);
}
