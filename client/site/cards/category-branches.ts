import type { CategoryNode } from '#shared/payload/payloads.ts';

/** A category with those below it. */
export interface CategoryBranch {
  id: string;
  name: string;
  /** Number of products in it and below it. */
  count: number;
  children: CategoryBranch[];
}

/** Makes a tree of the categories, which a payload has in the order in which they are shown. */
export function toBranches(nodes: readonly CategoryNode[]): CategoryBranch[] {
  const top: CategoryBranch[] = [];
  const lists = [top];
  for (const [id, depth, count, name = id] of nodes) {
    const branch: CategoryBranch = { id, name, count, children: [] };
    (lists[depth] ?? top).push(branch);
    lists.splice(depth + 1, Infinity, branch.children);
  }
  return top;
}
