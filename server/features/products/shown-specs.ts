import { listSpecs } from '#shared/kinds/product-parts/specs.ts';
import { listSeparator } from '#shared/locale/punctuation.ts';
import type { ProductPayload } from '#shared/payload/payloads.ts';
import type { OnLoss } from '#shared/stored-list.ts';

/** Several values of a name are one text. */
export function shownSpecs(stored: string, onLoss: OnLoss): Pick<ProductPayload, 'specs' | 'specGroups'> {
  const specs = listSpecs(stored, onLoss);
  const specGroups: [name: string, size: number][] = [];
  for (const { group } of specs) {
    const last = specGroups.at(-1);
    if (last?.[0] === group) last[1] += 1;
    else specGroups.push([group, 1]);
  }
  return {
    specs: specs.map(({ name, values }) => [name, values.join(listSeparator)]),
    ...(specs.some(({ group }) => group !== '') && { specGroups }),
  };
}
