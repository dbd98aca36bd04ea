import type { DataRouter } from 'react-router';
import { parseSavedItem, type SavedItem } from '#shared/accounts.ts';
import { insidePath } from '#shared/address/navigation-target.ts';
import { paths, withBase } from '#shared/address/paths.ts';
import { saveFormId } from '#client/context/save-form-id.ts';
import type { ViewerStore } from '#client/context/viewer-store.ts';
import { formFields } from './form-fields.ts';

interface SubmitOptions {
  router: DataRouter;
  viewer: ViewerStore;
  basePath: string;
  /** Called when a change could not be saved. */
  onSaveFailed: () => void;
}

/** Forms marked `data-in-page`, which change something, are sent without a page load. */
export function submitInPage({ router, viewer, basePath, onSaveFailed }: SubmitOptions): void {
  let lastSave: Promise<void> = Promise.resolve();

  window.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
    if (!form.hasAttribute('data-in-page')) return;
    const path = insidePath(form.getAttribute('action') ?? '', { origin: location.origin, basePath });
    if (path === null) return;
    event.preventDefault();
    const fields = formFields(form, submitter);
    if (form.id === saveFormId) {
      // In order, one at a time: the last click counts.
      const isShown = showSaved(fields);
      lastSave = lastSave.then(() => save(fields, isShown));
      return;
    }
    void router.navigate(`/${path.slice(basePath.length)}`, { formMethod: 'post', formData: fields });
  });

  /** Shows the change at once, before the server confirms it. Returns a function that undoes it. */
  function showSaved(fields: FormData): () => void {
    const before = viewer.get();
    if (before === null) return () => {};
    const added = itemIn(fields, 'save');
    const removed = itemIn(fields, 'remove');
    const others = before.saved.filter((item) => item !== added && item !== removed);
    viewer.set({ ...before, saved: added === null ? others : [added, ...others] });
    return () => {
      if (viewer.get()?.id === before.id) viewer.set(before);
    };
  }

  async function save(fields: FormData, takeBack: () => void): Promise<void> {
    const texts = [...fields].map(([name, value]) => [name, String(value)]);
    try {
      const { sendForm } = await import('./send-form.ts');
      const answer = await sendForm(withBase(basePath, paths.saved), new URLSearchParams(texts));
      if ('problem' in answer) throw new Error(answer.problem.code);
      // The session was over.
      if (answer.seeOther.startsWith(`${paths.login}?`)) await router.navigate(answer.seeOther);
    } catch {
      takeBack();
      onSaveFailed();
    }
  }
}

function itemIn(fields: FormData, name: string): SavedItem | null {
  const value = fields.get(name);
  return typeof value === 'string' ? parseSavedItem(value) : null;
}
