import net from 'node:net';

const atOnce = 8;

/** Visitors who request a page and leave when its first bytes arrive. */
export async function leaveEarly(url: string, count: number): Promise<void> {
  let left = count;
  const visitors = Array.from({ length: atOnce }, async () => {
    while (left > 0) {
      left -= 1;
      await leaveAtFirstBytes(new URL(url), left % 2 === 0 ? 'gzip, deflate, br' : null);
    }
  });
  await Promise.all(visitors);
}

function leaveAtFirstBytes({ hostname, port, pathname }: URL, encodings: string | null): Promise<void> {
  const lines = [
    `GET ${pathname} HTTP/1.1`,
    `Host: ${hostname}`,
    ...(encodings === null ? [] : [`Accept-Encoding: ${encodings}`]),
  ];
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hostname, port: Number(port) });
    socket.setTimeout(30_000, () => socket.destroy(new Error('no first bytes within 30 s')));
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.once('data', () => socket.resetAndDestroy());
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}
