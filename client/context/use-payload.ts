import { useRouteLoaderData } from 'react-router';
import type { Payloads } from '#shared/payload/route-payloads.ts';
import type { LoaderRouteId } from '#shared/address/routes.ts';

/** The data of a route that is being shown. Undefined only where an error took its place. */
export function useOptionalPayload<Id extends LoaderRouteId>(id: Id): Payloads[Id] | undefined {
  // The contract of shared/payload/route-payloads.ts: the server's loaders are typed by the same map.
  return useRouteLoaderData(id) as Payloads[Id] | undefined;
}

export function usePayload<Id extends LoaderRouteId>(id: Id): Payloads[Id] {
  const payload = useOptionalPayload(id);
  if (payload === undefined) throw new Error(`route ${id} is shown without its data`);
  return payload;
}
