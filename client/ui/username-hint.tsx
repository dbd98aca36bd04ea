/** Username for password managers, in a form without such a field. */
export function UsernameHint({ username }: { username: string }) {
  return <input type="email" autoComplete="username" value={username} readOnly hidden />;
}
