import type { Lifetimes } from './tokens';

/** A client of the demo realm, as a realm export has it. */
export interface DemoClient {
  readonly clientId: string;
  /** Whether entities may log in with their password through it. */
  readonly directAccess: boolean;
  /** Lifetimes of its own, in seconds; without them those of the realm. */
  readonly lifetimes?: Lifetimes;
}

/** The registry's own client, one on which password log-in is off, and one whose tokens are over in two seconds. */
export const CLIENTS: readonly DemoClient[] = [
  { clientId: 'registry-frontend', directAccess: true },
  { clientId: 'admin-portal', directAccess: false },
  { clientId: 'short-lived', directAccess: true, lifetimes: { access: 1, refresh: 2 } },
];

/** As in the registry's own realm export. */
export const REGISTRY_LIFETIMES: Lifetimes = { access: 300, refresh: 1800 };
