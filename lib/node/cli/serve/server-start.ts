import { fail, type Result } from '#core/util/result';
import { findFreePort, type LocalServer, type ServerHandlers, startServer } from '../../collector/local-server';
import { findPortOwner } from '../../collector/port-owner';

interface ListenAddress {
  /** Name of the command line option that sets the port, for the error message. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

export async function startListening(
  handlers: ServerHandlers,
  { name, host, port }: ListenAddress,
): Promise<Result<LocalServer, string>> {
  const server = await startServer(handlers, host, port);
  if (server.ok) return server;
  if (server.failure !== 'EADDRINUSE')
    return fail(`Can't listen on ${host}, port ${port}: ${listenFailureText(server.failure)}.`);
  const [freePort, owner] = await Promise.all([findFreePort(host, port + 1), findPortOwner(port)]);
  const suggestion = freePort === null ? '' : ` Use --${name} ${freePort}.`;
  const program = owner === null ? 'another program' : `${owner.name} (process ${owner.processId})`;
  return fail(`Port ${port} is in use by ${program}.${suggestion}`);
}

function listenFailureText(code: string): string {
  if (code === 'EBADCERT') return '--cert and --key are not a PEM certificate and its key';
  if (code === 'EACCES') return 'permission denied; ports below 1024 may need administrator rights';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'this machine has no such address';
  return code;
}

/** Returns the URL of a server, without a slash at the end. */
export function toUrl(scheme: 'http' | 'https', host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Resolves when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
