import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { findListeners, findPortOwner } from '#node/collector/port-owner';

it('sockets that listen on a port are found in the Linux socket table', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:10EA 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0 100 0 0 10 0',
    '   1: 0100007F:10EA 0100007F:D2F0 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0 20 4 30 10 -1',
    '   2: 0100007F:10EB 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4713 1 0 100 0 0 10 0',
  ].join('\n');
  expect(findListeners(table, 4330)).toEqual(['4711']);
  expect(findListeners('', 4330)).toEqual([]);
});

it('the owner of a port is found on Linux', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const owner = await findPortOwner(port);
  if (process.platform === 'linux') expect(owner?.processId).toBe(process.pid);
  else expect(owner).toBeNull();
});
