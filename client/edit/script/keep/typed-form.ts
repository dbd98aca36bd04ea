import { madeField } from '#shared/editing/main-form.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Names and values of fields. */
export type Values = [name: string, value: string][];

/** Address of the form, with the version that it was made from. */
export function actionOf(typed: HTMLFormElement): string {
  return typed.getAttribute('action') ?? '';
}

/** The address of the form of an entry, which names its key; null for another form. */
export function entryAddressOf(typed: HTMLFormElement): URL | null {
  const address = new URL(actionOf(typed), location.href);
  return typed.querySelector('[name="body"]') !== null && address.searchParams.has('key') ? address : null;
}

/** Passwords are never kept, and what is hidden comes with the page. */
export function controlsOf(typed: HTMLFormElement, name?: string): Control[] {
  return [...typed.elements].filter((element): element is Control => {
    const isText =
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement ||
      (element instanceof HTMLInputElement &&
        !/^(?:hidden|password|checkbox|radio|file)$/.test(element.type));
    return isText && (name === undefined || element.name === name);
  });
}

export function valuesOf(typed: HTMLFormElement): Values {
  return controlsOf(typed).map(({ name, value }) => [name, value]);
}

/** Everything that the form sends but files. */
export function sentBy(typed: HTMLFormElement): Values {
  return [...new FormData(typed)].flatMap(([name, value]): Values =>
    typeof value === 'string' ? [[name, value]] : [],
  );
}

/** Whether the form has texts that are stored nowhere: typed in it, or in the one to which its page is the answer. */
export function isUnstored(typed: HTMLFormElement): boolean {
  return isTouched(typed) || showsUnstored(typed);
}

export function isTouched(typed: HTMLFormElement): boolean {
  return controlsOf(typed).some((control) =>
    control instanceof HTMLSelectElement
      ? control.selectedIndex !==
        Math.max(
          0,
          [...control.options].findIndex((option) => option.defaultSelected),
        )
      : control.value !== control.defaultValue,
  );
}

/** Such a form has no mark of stored texts. */
function showsUnstored(typed: HTMLFormElement): boolean {
  const made = typed.elements.namedItem(madeField);
  return made instanceof HTMLInputElement && made.value.endsWith(' ');
}
