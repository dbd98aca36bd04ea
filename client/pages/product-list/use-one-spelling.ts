import { useEffect, useEffectEvent, type RefObject } from 'react';
import { filterParameters, parseFilteredList } from '#shared/address/product-filters.ts';

/**
 * Spells what a form of filters sends as the address of its list does: a press costs no redirect. Values stand in the
 * form by their size, and in the address by their characters.
 */
export function useOneSpelling(form: RefObject<HTMLFormElement | null>, names: readonly string[]): void {
  const spell = useEffectEvent(({ formData }: FormDataEvent) => {
    const fields = Array.from(formData, ([name, value]): [string, string] => [name, String(value)]);
    const list = parseFilteredList(new URLSearchParams(fields));
    // The server says what is wrong about it.
    if (list === null) return;
    for (const [name] of fields) formData.delete(name);
    for (const [name, value] of filterParameters(list, names)) formData.append(name, value);
  });

  useEffect(() => {
    const { current } = form;
    const listen = (event: FormDataEvent) => spell(event);
    current?.addEventListener('formdata', listen);
    return () => current?.removeEventListener('formdata', listen);
  }, [form]);
}
