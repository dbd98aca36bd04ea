import { use, useSyncExternalStore } from 'react';
import { readableAddress } from '#shared/address/readable-address.ts';
import { AppConfigContext, useHref } from '#client/context/app-config-context.ts';
import { useOwnAddress } from '#client/context/use-own-address.ts';

/** Address of the page, shown on paper only. A server without a configured origin leaves it to the browser. */
export function PrintedAddress() {
  const { publicUrl } = use(AppConfigContext);
  const href = useHref();
  const path = href(useOwnAddress());
  const origin = useSyncExternalStore(
    neverChanges,
    () => publicUrl ?? location.origin,
    () => publicUrl ?? '',
  );
  return <p className="printed-address">{readableAddress(origin + path)}</p>;
}

function neverChanges(): () => void {
  return () => {};
}
