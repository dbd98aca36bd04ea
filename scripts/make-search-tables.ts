import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { makeHanTables } from './tools/characters/han-tables.ts';
import { makeSyllableTable } from './tools/characters/syllable-table.ts';

const hanTables = makeHanTables();
await write('han-tables.json', hanTables);
await write('alike/syllable-table.json', makeSyllableTable(hanTables));

async function write(name: string, table: object): Promise<void> {
  const filepath = `server/search/text/${name}`;
  const options = await resolveConfig(filepath);
  writeFileSync(filepath, await format(JSON.stringify(table), { ...options, filepath }));
}
