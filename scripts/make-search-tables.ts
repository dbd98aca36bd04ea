import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { makeHanTables } from './tools/han-tables.ts';

const file = 'server/search/text/han-tables.json';
const options = await resolveConfig(file);
writeFileSync(file, await format(JSON.stringify(makeHanTables()), { ...options, filepath: file }));
