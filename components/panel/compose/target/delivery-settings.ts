import { collectorOrigin } from '#core/drafts/collector-url';
import * as z from '#core/util/zod';
import type { OwnCollector } from '#panel/panel-host';

/** Target and transport of fired events; stored for the next panel. */
export interface DeliverySettings {
  readonly transport: 'sdk' | 'collector';
  /** The collector's whole address. */
  readonly endpoint: string;
  /** Addresses that were posted to, newest first. */
  readonly endpoints: readonly string[];
  /** One header per line, `Name: value`. */
  readonly headers: string;
  /** Scheme, host and port of the collector that the user allowed the active entity's access token to go to. */
  readonly tokenOrigin: string | null;
}

export const defaultDeliverySettings: DeliverySettings = {
  transport: 'sdk',
  endpoint: '',
  endpoints: [],
  headers: 'Content-Type: application/json',
  tokenOrigin: null,
};

const MAX_ENDPOINTS = 20;

const outSchema = z.catch(
  z.object({
    transport: z.catch(z.enum(['sdk', 'collector']), defaultDeliverySettings.transport),
    endpoint: z.catch(z.string(), ''),
    endpoints: z.catch(z.array(z.string()).check(z.maxLength(MAX_ENDPOINTS)), []),
    headers: z.catch(z.string(), defaultDeliverySettings.headers),
    tokenOrigin: z.catch(z.nullable(z.string()), null),
  }),
  { ...defaultDeliverySettings, endpoints: [] },
);

export function parseDeliverySettings(stored: unknown): DeliverySettings {
  return outSchema.parse(stored ?? defaultDeliverySettings);
}

/**
 * Whether the active entity's access token goes along.
 * Allowed for one origin, it never goes to another.
 */
export function canSendToken({ endpoint, tokenOrigin }: DeliverySettings): boolean {
  return tokenOrigin !== null && collectorOrigin(endpoint) === tokenOrigin;
}

/** Allows or refuses that the token goes to the collector that is entered now. */
export function withToken(out: DeliverySettings, isAllowed: boolean): DeliverySettings {
  return { ...out, tokenOrigin: isAllowed ? collectorOrigin(out.endpoint) : null };
}

/** Sets the collector's URL; permissions for another origin are dropped. */
export function withEndpoint(out: DeliverySettings, endpoint: string): DeliverySettings {
  return { ...out, endpoint, tokenOrigin: collectorOrigin(endpoint) === out.tokenOrigin ? out.tokenOrigin : null };
}

/** Returns the URL of a request. A collector has only its path, as it is posted to under several names. */
export function absoluteUrl(url: string, own: OwnCollector | undefined): string {
  return own !== undefined && URL.canParse(url, own.url) ? new URL(url, own.url).href : url;
}

/** The same, with the address that was just posted to as the newest. */
export function withPosted(out: DeliverySettings): DeliverySettings {
  const others = out.endpoints.filter((endpoint) => endpoint !== out.endpoint);
  return { ...out, endpoints: [out.endpoint, ...others].slice(0, MAX_ENDPOINTS) };
}

/**
 * The headers as names and values.
 * A line without a colon is a name without a value, which the browser refuses.
 */
export function requestHeadersOf(text: string): [string, string][] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const colon = line.indexOf(':');
    return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
}
