import { pageRoutes } from './routes.ts';

interface QueryReader {
  get(name: string): string | null;
}

/** The part of a query that the page of this route depends on, in the order in which its one address has it. */
export function ownQuery(routeId: string | undefined, given: QueryReader): [name: string, value: string][] {
  const route = pageRoutes.find(({ id }) => id === routeId);
  const names: readonly string[] = route && 'query' in route ? route.query : [];
  return names.flatMap((name) => {
    const value = given.get(name);
    return value === null ? [] : [[name, value.normalize('NFC')]];
  });
}
