import { renderToStaticMarkup } from 'react-dom/server';
import { parseFragment, defaultTreeAdapter as tree } from 'parse5';
import { expect, test, vi } from 'vitest';
import { Progress } from '#client/ui/progress.tsx';

interface Row {
  value: number | null;
  state: string;
  now?: string;
  text?: string;
  transform?: string;
}

const rows: Row[] = [
  { value: null, state: 'indeterminate' },
  { value: 0, state: 'loading', now: '0', text: '0%', transform: 'transform:translateX(-100%)' },
  { value: 50, state: 'loading', now: '50', text: '50%', transform: 'transform:translateX(-50%)' },
  { value: 99.9, state: 'loading', now: '99.9', text: '100%', transform: 'transform:translateX(-0.0999' },
  { value: 100, state: 'complete', now: '100', text: '100%', transform: 'transform:translateX(-0%)' },
  { value: 150, state: 'indeterminate' },
  { value: -5, state: 'indeterminate' },
  { value: NaN, state: 'indeterminate' },
];

test.for(rows)('progress of $value is $state', ({ value, state, now, text, transform }) => {
  const complain = vi.spyOn(console, 'error');
  const { childNodes } = parseFragment(renderToStaticMarkup(<Progress value={value} label="載入中" />));
  const [bar] = childNodes.filter((node) => tree.isElementNode(node));
  const [indicator] = bar?.childNodes.filter((node) => tree.isElementNode(node)) ?? [];
  const attributes = Object.fromEntries(bar?.attrs.map(({ name, value }) => [name, value]) ?? []);
  expect(attributes).toMatchObject({
    role: 'progressbar',
    'aria-label': '載入中',
    'aria-valuemin': '0',
    'aria-valuemax': '100',
    'data-state': state,
  });
  expect(attributes['aria-valuenow']).toBe(now);
  expect(attributes['data-value']).toBe(now);
  expect(attributes['aria-valuetext']).toBe(text);
  const style = indicator?.attrs.find(({ name }) => name === 'style')?.value;
  if (transform === undefined) expect(style).toBeUndefined();
  else expect(style).toContain(transform);
  expect(complain).not.toHaveBeenCalled();
});
