import arrowLeft from 'icon:lucide/arrow-left';
import github from 'icon:simple-icons/github';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { iconModule } from '#scripts/build/client/icon-modules.ts';
import { Icon } from '#client/ui/icon.tsx';

describe('an icon', () => {
  test('is its drawing, in the colour of the text, and nothing to a screen reader', () => {
    const html = renderToStaticMarkup(<Icon drawing={arrowLeft} />);
    expect(html).toMatch(/^<svg viewBox="0 0 24 24" [^>]*aria-hidden="true">/);
    expect(html).toContain('stroke="currentColor" stroke-linecap="round"');
    expect(html).toContain('d="m12 19');
  });

  test('takes its size from a class, and its drawing from any collection', () => {
    const html = renderToStaticMarkup(<Icon drawing={github} className="size-6" />);
    expect(html).toMatch(/^<svg viewBox="0 0 24 24" class="size-6" aria-hidden="true"><path /);
  });

  const refused: [wanted: string, why: string][] = [
    ['icon:lucide/no-such-icon', 'lucide has no such icon'],
    ['icon:lucide/constructor', 'lucide has no such icon'],
    ['icon:nowhere/menu', 'no such collection'],
    ['icon:lucide/../menu', 'no such collection'],
  ];

  test.for(refused)('%s stops the build', async ([wanted, why]) => {
    await expect(iconModule(wanted)).rejects.toThrow(why);
  });
});
