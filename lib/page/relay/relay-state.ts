import type { PanelPort } from '#core/wire/page-messages';

/** Whether the page is loaded, in the back/forward cache, or unloaded. */
type PagePresence = 'here' | 'cached' | 'gone';

/**
 * State of a relay.
 *
 * - `detached`: no panel has requested the log. There may be a port, because connecting succeeds even without a
 *   listener.
 * - `attached`: a panel has requested the log, and gets further reports.
 * - `stopped`: the site is not observed any more, or the extension was unloaded. An `offer` restarts the relay.
 */
export type RelayState =
  | { readonly status: 'detached'; readonly port: PanelPort | null; readonly page: PagePresence }
  | { readonly status: 'attached'; readonly port: PanelPort; readonly page: PagePresence }
  | { readonly status: 'stopped'; readonly port: null };

export type RelayEvent =
  | { readonly type: 'offer'; readonly port: PanelPort | null }
  | { readonly type: 'attach'; readonly port: PanelPort }
  | { readonly type: 'disconnect'; readonly port: PanelPort }
  | { readonly type: 'leave'; readonly persisted: boolean }
  | { readonly type: 'stop' };

export const initialState: RelayState = { status: 'detached', port: null, page: 'here' };

/** Returns the state after an event. Ignores events of a port that was replaced or closed. */
export function nextState(state: RelayState, event: RelayEvent): RelayState {
  if (event.type === 'offer') return { status: 'detached', port: event.port, page: 'here' };
  if (event.type === 'stop') return { status: 'stopped', port: null };
  if (state.status === 'stopped') return state;
  if (event.type === 'leave') return { ...state, page: event.persisted ? 'cached' : 'gone' };
  if (event.port !== state.port) return state;
  if (event.type === 'attach') return { status: 'attached', port: event.port, page: state.page };
  return { status: 'detached', port: null, page: state.page };
}
