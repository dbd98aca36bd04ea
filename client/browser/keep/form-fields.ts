/** Fields that a form sends with this button. Safari before 16.4 takes no button beside the form. */
export function formFields(form: HTMLFormElement, button: HTMLElement | null): FormData {
  const fields = new FormData(form);
  const name = button?.getAttribute('name');
  if (name) fields.append(name, button?.getAttribute('value') ?? '');
  return fields;
}
