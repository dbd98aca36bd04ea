/** Whether a request only reads: what is found is answered to GET with a body, to HEAD without. */
export function isReadMethod({ method }: { method: string }): boolean {
  return method === 'GET' || method === 'HEAD';
}
