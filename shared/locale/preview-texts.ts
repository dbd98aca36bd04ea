/** The texts around a preview of the site, for its editors. */
export { previewTexts } from './zh-tw-preview.ts';
