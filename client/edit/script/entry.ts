import { mainFormId } from '#shared/editing/main-form.ts';
import { watchComposition } from './body/composition.ts';
import { writeBody } from './body/write-body.ts';
import { keepPlace } from './keep-place.ts';
import { keepForm } from './keep/keep-form.ts';
import { pickInFields } from './pick-fields.ts';
import { labelPublishing } from './label-publishing.ts';
import { proposeSlug } from './propose-slug.ts';
import { saveByKey } from './save-by-key.ts';

// The script of the edit area, whose pages are whole without it. Visitors load nothing of it.

watchComposition();
const form = document.getElementById(mainFormId);
if (form instanceof HTMLFormElement) keepForm(form);
if (form instanceof HTMLFormElement) pickInFields(form);
if (form instanceof HTMLFormElement) saveByKey(form);
if (form instanceof HTMLFormElement) labelPublishing(form);
proposeSlug();
const uploads = document.querySelector<HTMLFormElement>('form[data-sends-files]');
if (uploads) void import('./upload/upload-list.ts').then(({ showUploads }) => showUploads(uploads));
// After the texts that a reload gives back.
writeBody();
// After the toolbar, which moves what stands below it.
if (form instanceof HTMLFormElement) keepPlace(form);
// Safari on telephones begins no page there by itself.
document.querySelector<HTMLElement>('[autofocus]')?.focus();
