import { targetOf, verdictOf, withUnit, type Figure } from './figures.ts';

/**
 * Puts the figures of one part into the place that a document keeps for them, between `<!-- bench:NAME -->` and
 * `<!-- /bench:NAME -->`. Missed targets are bold.
 * @throws Error when the document has no such place.
 */
export function insertFigures(document: string, part: string, figures: readonly Figure[]): string {
  const [begin, end] = [`<!-- bench:${part} -->`, `<!-- /bench:${part} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`the document has no place for ${part}: ${begin} … ${end}`);
  const rows = figures.map((figure) => [
    figure.name,
    withUnit(figure.value, figure.unit),
    verdictOf(figure) === 'MISSED' ? `**${targetOf(figure)}**` : targetOf(figure),
    figure.note ?? '',
  ]);
  const table = [['figure', 'value', 'target', 'note'], ['---', '---', '---', '---'], ...rows].map(tableRow);
  return `${document.slice(0, from)}${begin}\n\n${table.join('\n')}\n\n${document.slice(to)}`;
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
