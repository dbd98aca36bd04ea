/**
 * Translators and extensions move and remove what React has put into the page. React later asks an element to remove a
 * text that is no longer in it, or to insert before one; the DOM throws, and React takes the whole page away
 * (https://github.com/facebook/react/issues/11538). Here the wish is followed as far as there is anything to follow.
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
