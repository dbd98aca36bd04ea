/**
 * Lets React work in a page that translators and extensions have changed: they move and remove its nodes. React later
 * removes a text from an element that no longer contains it, or inserts before such a node; the DOM throws, and React
 * takes the whole page away (https://github.com/facebook/react/issues/11538). With this the call does as much as is
 * still possible.
 */
export function tolerateForeignNodes(): void {
  const { removeChild, insertBefore } = Node.prototype;

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    // Its current parent; null when something else has taken its place.
    const parent = child.parentNode;
    return parent === null ? child : (removeChild.call(parent, child) as T);
  };

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    let place = before;
    // A translator's element stands around it.
    while (place !== null && place.parentNode !== this) place = place.parentNode;
    return insertBefore.call(this, node, place) as T;
  };
}
