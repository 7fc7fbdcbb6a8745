// Shared by the processes of servers for `bench login`: ports, and questions that they answer while they serve.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Connections to PostgreSQL: as many as the service has. */
export const connections = 10;

export async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  server.keepAliveTimeout = 65_000;
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Every process answers `cpu`; `more` has the answers of this process only. Exits when its parent disconnects. */
export function answerOrders(more: Readonly<Record<string, (order: never) => Promise<object>>> = {}): void {
  process.on('message', (order: { do: string }) => {
    if (order.do === 'cpu') process.send!(process.cpuUsage());
    else void more[order.do]!(order as never).then((answer) => process.send!(answer));
  });
  process.on('disconnect', () => process.exit());
}
