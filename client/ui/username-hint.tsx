/** Tells password managers whose passwords they are, in a form that has nothing else. */
export function UsernameHint({ username }: { username: string }) {
  return <input type="email" autoComplete="username" value={username} readOnly hidden />;
}
