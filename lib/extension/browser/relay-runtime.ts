import type { PanelPort, UnwatchedLog } from '#core/wire/page-messages';
import type { RpcRequest } from '#extension/protocol/rpc';
import type { unwatchedLogService } from '#extension/protocol/unwatched-log';

/**
 * The few functions of the browser's own API that a relay calls.
 * The polyfill is four times the size of the relay, which runs in every frame of every watched page.
 */
interface RelayRuntime {
  readonly id?: string;
  connect(info: { name: string }): NativePort;
  sendMessage(message: unknown): Promise<unknown>;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
}

interface NativePort {
  postMessage(message: unknown): void;
  disconnect(): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
}

interface ExtensionGlobals {
  readonly browser?: { readonly runtime?: RelayRuntime };
  readonly chrome?: { readonly runtime?: RelayRuntime };
}

function runtime(): RelayRuntime | undefined {
  const globals = globalThis as unknown as ExtensionGlobals;
  return globals.browser?.runtime ?? globals.chrome?.runtime;
}

/** Whether the extension that injected this script still exists and has not been reloaded. */
export function isExtensionAlive(): boolean {
  return runtime()?.id !== undefined;
}

/** Returns a port to the open panels, or `null` if the extension was updated, reloaded or removed. */
export function connectToPanels(name: string): PanelPort | null {
  const native = runtime();
  if (!native?.id) return null;
  try {
    return wrapPort(native.connect({ name }));
  } catch {
    return null;
  }
}

type RelayMethod = keyof typeof unwatchedLogService.methods;

/** Hand-written because zod would be too large for a page. */
type RelayRequest = RpcRequest & { readonly service: typeof unwatchedLogService.name; readonly method: RelayMethod };

/** Calls the background. Resolves to `undefined` if it does not respond, or if the extension was unloaded. */
async function callBackground(method: RelayMethod, input: UnwatchedLog | string): Promise<unknown> {
  try {
    const request = { type: 'rpc', service: 'unwatched-log', method, input } satisfies RelayRequest;
    const response = (await runtime()?.sendMessage(request)) as { readonly value?: unknown } | undefined;
    return response?.value;
  } catch {
    return undefined;
  }
}

/** Sends a report to the background. Resolves like {@link callBackground}. */
export function reportUnwatched(log: UnwatchedLog): Promise<unknown> {
  return callBackground('report', log);
}

/** Whether the site of a URL is watched. True if the background does not respond. */
export async function isSiteWatched(url: string): Promise<boolean> {
  return (await callBackground('isWatched', url)) !== false;
}

export function onRelayMessage(listener: (message: unknown) => void): void {
  runtime()?.onMessage.addListener(listener);
}

function wrapPort(port: NativePort): PanelPort {
  const disconnectListeners: (() => void)[] = [];
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    for (const notify of disconnectListeners) notify();
  };
  port.onDisconnect.addListener(() => {
    // Reading `lastError` avoids a console error. As a call: minifiers drop a bare property read.
    const native = (globalThis as unknown as ExtensionGlobals).chrome?.runtime;
    if (native) Reflect.get(native, 'lastError');
    close();
  });
  return {
    post(message) {
      if (!isOpen) return;
      try {
        port.postMessage(message);
      } catch {
        close();
      }
    },
    onMessage: (receive) => port.onMessage.addListener(receive),
    onDisconnect: (notify) => {
      disconnectListeners.push(notify);
    },
    close() {
      if (isOpen) port.disconnect();
      close();
    },
  };
}
