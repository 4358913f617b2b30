import { listen, readDetail, send } from './builtins';

/**
 * How the hook (in the page's world) and the relay (in the extension's isolated world) find each other.
 * They share nothing but the document's events. Both run before the page's first script and agree on a random event
 * name, so that a page does not come across it by chance. A page that looks for it can show false rows of its own to
 * the person who inspects it; there is nothing else to gain, as no secret ever goes this way.
 */
const PREFIX = 'telemetry-v3-devtools';
/** Cancelled by a hook that is already there. */
const IS_HOOK_THERE = `${PREFIX}:hook`;
/** "A relay is here", answered with the name. */
const RELAY_IS_HERE = `${PREFIX}:relay`;
/** Its detail is the agreed name. */
const NAME_IS = `${PREFIX}:name`;

/** Reports held while no relay is there: both scripts start within the same moment, so few are ever held. */
const MAX_HELD = 1_000;

export interface SightingChannel {
  /** JSON text of one sighting, handed over before this returns. */
  report(text: string): void;
  /** JSON text of an order of the panel's. */
  onOrder(follow: (text: string) => void): void;
}

/**
 * The hook's end; null where another hook watches this document already. A relay may come later than the hook, come
 * again, or be that of an extension that was updated: each is greeted.
 */
export function openHookChannel(target: EventTarget, name: string, greet: () => void): SightingChannel | null {
  if (!send(target, IS_HOOK_THERE, null, true)) return null;
  const held: string[] = [];
  let relayIsThere = false;
  const deliver = (text: string): void => void send(target, name, text);
  listen(target, IS_HOOK_THERE, (event) => event.preventDefault());
  listen(target, RELAY_IS_HERE, () => {
    send(target, NAME_IS, name);
    relayIsThere = true;
    for (let index = 0; index < held.length; index += 1) deliver(held[index] as string);
    held.length = 0;
    greet();
  });
  send(target, NAME_IS, name);
  return {
    report(text) {
      if (relayIsThere) deliver(text);
      else if (held.length < MAX_HELD) held[held.length] = text;
    },
    onOrder(follow) {
      listen(target, `${name}:order`, (event) => followText(readDetail(event), follow));
    },
  };
}

export interface OrderChannel {
  order(text: string): void;
  /** Wakes a hook that was told to stop. */
  greet(): void;
}

/** The relay's end. `onOther` is called when a relay is here, this one or another. */
export function openRelayChannel(
  target: EventTarget,
  receive: (text: string) => void,
  onOther: () => void,
): OrderChannel {
  let name: string | null = null;
  const greet = (): void => void send(target, RELAY_IS_HERE, null);
  listen(target, RELAY_IS_HERE, onOther);
  listen(target, NAME_IS, (event) => {
    const detail = readDetail(event);
    // A document has one hook: a second name can only come from the page.
    if (name !== null || typeof detail !== 'string') return;
    name = detail;
    listen(target, name, (sighting) => followText(readDetail(sighting), receive));
    greet();
  });
  greet();
  return {
    greet,
    order(text) {
      if (name !== null) send(target, `${name}:order`, text);
    },
  };
}

function followText(detail: unknown, follow: (text: string) => void): void {
  if (typeof detail === 'string') follow(detail);
}
