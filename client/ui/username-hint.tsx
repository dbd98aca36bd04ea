/** In a form with passwords only: tells password managers whose they are. */
export function UsernameHint({ username }: { username: string }) {
  return <input type="email" autoComplete="username" value={username} readOnly hidden />;
}
