import type { Lifetimes } from './tokens';

/** A client of the demo realm, with the fields of a realm export. */
export interface DemoClient {
  readonly clientId: string;
  /** Whether entities may log in with their password through it. */
  readonly directAccess: boolean;
  /** Token lifetimes; by default those of the realm. */
  readonly lifetimes?: Lifetimes;
}

/** The registry's client, one without password log-in, and one with tokens of at most two seconds. */
export const CLIENTS: readonly DemoClient[] = [
  { clientId: 'registry-frontend', directAccess: true },
  { clientId: 'admin-portal', directAccess: false },
  { clientId: 'short-lived', directAccess: true, lifetimes: { access: 1, refresh: 2 } },
];

/** Token lifetimes of the registry's own realm export. */
export const REGISTRY_LIFETIMES: Lifetimes = { access: 300, refresh: 1800 };
