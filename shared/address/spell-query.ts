type QueryParameters = Iterable<readonly [name: string, value: string | number | null | undefined]>;

/** The one spelling of parameters in an address, with a blank as `%20` and not `+`. Those without a value are left out. */
export function spellQuery(parameters: QueryParameters): string {
  return [...parameters]
    .flatMap(([name, value]) => (value == null ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');
}

/** The path with these parameters. */
export function withQuery(path: string, parameters: QueryParameters): string {
  const query = spellQuery(parameters);
  return query === '' ? path : `${path}?${query}`;
}
