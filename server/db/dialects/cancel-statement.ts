import { connect } from 'node:net';
import type pg from 'pg';
import { backendKeyOf } from './postgres-connection.ts';

/**
 * Asks the database to cancel the current statement of this connection. PgBouncer knows which of its own connections
 * that is. The result shows on the connection itself, where the statement fails: so this returns nothing.
 *
 * The request may be too late, and hit the next statement of the connection: that must not be used again.
 */
export function cancelStatement(client: pg.Client): void {
  const { processID, secretKey } = backendKeyOf(client);
  const { host, port } = client;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(maxMs, () => socket.destroy());
  socket.on('error', () => {});
  socket.unref();
  const message = Buffer.alloc(16);
  for (const [index, value] of [16, cancelRequestCode].entries()) message.writeInt32BE(value, index * 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  // The other end closes it; PgBouncer drops the request if the client has left. Not encrypted: it need not be, and
  // libpq does the same.
  socket.write(message);
}

/** https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-CANCELREQUEST */
const cancelRequestCode = 80_877_102;

const maxMs = 1_000;
