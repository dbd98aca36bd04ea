import { takeEditArea } from './shots/edit-area.ts';
import { takePages } from './shots/pages.ts';

// `npm run shots [ORIGIN]`: every page of a running site. `npm run shots editing`: the pictures of docs/editing.md.

const [what = 'http://127.0.0.1:3000'] = process.argv.slice(2);
if (what === 'editing') await takeEditArea();
else await takePages(what);
