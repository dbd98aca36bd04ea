export interface Figure {
  name: string;
  value: number;
  unit: 's' | 'ms' | 'req/s' | '×' | 'MB' | 'kB' | '%' | '';
  /** Left out: the figure has no target and is only recorded. */
  target?: { below: number } | { atLeast: number };
  note?: string;
}

export type FigureVerdict = 'met' | 'MISSED' | '';

export function verdictOf({ value, target }: Figure): FigureVerdict {
  if (target === undefined) return '';
  const isMet = 'below' in target ? value < target.below : value >= target.atLeast;
  return isMet ? 'met' : 'MISSED';
}

export function printTable(figures: readonly Figure[]): void {
  const head = ['figure', 'value', 'target', '', 'note'];
  const rows = figures.map((figure) => [
    figure.name,
    withUnit(figure.value, figure.unit),
    targetOf(figure),
    verdictOf(figure),
    figure.note ?? '',
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  console.log([head, widths.map((width) => '─'.repeat(width)), ...rows].map(line).join('\n'));
}

export function targetOf({ target, unit }: Figure): string {
  if (target === undefined) return '';
  return 'below' in target ? `< ${withUnit(target.below, unit)}` : `≥ ${withUnit(target.atLeast, unit)}`;
}

export function withUnit(value: number, unit: Figure['unit']): string {
  const size = Math.abs(value);
  const digits = unit === '' ? 0 : size < 10 ? 2 : size < 100 ? 1 : 0;
  return `${Number(value.toFixed(digits))} ${unit}`.trim();
}
