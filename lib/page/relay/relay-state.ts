import type { PanelPort } from '#core/wire/page-messages';

/**
 * Whether the page stays.
 * It may go into the back/forward cache, from which it may return, or go for good.
 */
type PagePresence = 'here' | 'cached' | 'gone';

/**
 * - `detached`: no panel has asked for the log. The port, if any, is offered: connecting succeeds even without a listener.
 * - `attached`: a panel has asked for the log, and gets what follows.
 * - `stopped`: the site is not watched any more, or the extension is gone. An offer starts again.
 */
export type RelayState =
  | { readonly status: 'detached'; readonly port: PanelPort | null; readonly page: PagePresence }
  | { readonly status: 'attached'; readonly port: PanelPort; readonly page: PagePresence }
  | { readonly status: 'stopped'; readonly port: null };

export type RelayEvent =
  | { readonly type: 'offer'; readonly port: PanelPort | null }
  | { readonly type: 'attach'; readonly port: PanelPort }
  | { readonly type: 'disconnect'; readonly port: PanelPort }
  | { readonly type: 'leave'; readonly kept: boolean }
  | { readonly type: 'stop' };

export const initialState: RelayState = { status: 'detached', port: null, page: 'here' };

/** Messages of a port that was replaced or closed change nothing. */
export function nextState(state: RelayState, event: RelayEvent): RelayState {
  if (event.type === 'offer') return { status: 'detached', port: event.port, page: 'here' };
  if (event.type === 'stop') return { status: 'stopped', port: null };
  if (state.status === 'stopped') return state;
  if (event.type === 'leave') return { ...state, page: event.kept ? 'cached' : 'gone' };
  if (event.port !== state.port) return state;
  if (event.type === 'attach') return { status: 'attached', port: event.port, page: state.page };
  return { status: 'detached', port: null, page: state.page };
}
