import { readdir, readFile, readlink } from 'node:fs/promises';

/** A program that listens on a port. */
export interface PortOwner {
  readonly name: string;
  readonly processId: number;
}

/** State of a listening socket in `/proc/net/tcp` (`include/net/tcp_states.h`). */
const LISTEN_STATE = '0A';

/**
 * Finds the program that listens on a port of this machine, in the `/proc` tables of Linux (proc(5)).
 * Returns `null` on other systems, and for programs of other users.
 */
export async function findPortOwner(port: number): Promise<PortOwner | null> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readOrEmpty(`/proc/net/${name}`)));
  const sockets = new Set(tables.flatMap((table) => findListeners(table, port)).map((inode) => `socket:[${inode}]`));
  if (sockets.size === 0) return null;
  for (const processId of (await listNames('/proc')).filter((name) => /^\d+$/.test(name))) {
    const folder = `/proc/${processId}/fd`;
    for (const name of await listNames(folder)) {
      const target = await readlink(`${folder}/${name}`).catch(() => '');
      if (!sockets.has(target)) continue;
      const command = (await readOrEmpty(`/proc/${processId}/comm`)).trim();
      return command === '' ? null : { name: command, processId: Number(processId) };
    }
  }
  return null;
}

/** Returns the inodes of the sockets that listen on a port, from a `/proc/net/tcp` table. */
export function findListeners(table: string, port: number): readonly string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return local.endsWith(suffix) && state === LISTEN_STATE ? [inode] : [];
  });
}

async function listNames(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

async function readOrEmpty(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
