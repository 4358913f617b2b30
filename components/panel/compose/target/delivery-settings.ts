import { collectorOrigin } from '#core/drafts/collector-url';
import * as z from '#core/util/zod';
import type { OwnCollector } from '#panel/panel-host';

/** Target and transport of fired events; stored for the next panel. */
export interface DeliverySettings {
  readonly transport: 'sdk' | 'collector';
  /** The complete URL of the collector. */
  readonly endpoint: string;
  /** URLs that were posted to, newest first. */
  readonly endpoints: readonly string[];
  /** One header per line, `Name: value`. */
  readonly headers: string;
  /** Origin of the collector to which the user allowed sending the active entity's access token. */
  readonly tokenOrigin: string | null;
}

export const defaultDeliverySettings: DeliverySettings = {
  transport: 'sdk',
  endpoint: '',
  endpoints: [],
  headers: 'Content-Type: application/json',
  tokenOrigin: null,
};

export const MAX_ENDPOINTS = 20;

const deliverySchema = z.catch(
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
  return deliverySchema.parse(stored ?? defaultDeliverySettings);
}

/**
 * Whether the active entity's access token is sent.
 * A permission for one origin does not apply to another.
 */
export function canSendToken({ endpoint, tokenOrigin }: DeliverySettings): boolean {
  return tokenOrigin !== null && collectorOrigin(endpoint) === tokenOrigin;
}

/** Allows or forbids sending the token to the entered collector. */
export function withToken(delivery: DeliverySettings, isAllowed: boolean): DeliverySettings {
  return { ...delivery, tokenOrigin: isAllowed ? collectorOrigin(delivery.endpoint) : null };
}

/** Sets the collector's URL. A permission for another origin is removed. */
export function withEndpoint(delivery: DeliverySettings, endpoint: string): DeliverySettings {
  return {
    ...delivery,
    endpoint,
    tokenOrigin: collectorOrigin(endpoint) === delivery.tokenOrigin ? delivery.tokenOrigin : null,
  };
}

/**
 * Returns the absolute URL of a request.
 * A collector records only the path of its requests, because it is reached under several hosts.
 */
export function toAbsoluteUrl(url: string, ownCollector: OwnCollector | undefined): string {
  return ownCollector !== undefined && URL.canParse(url, ownCollector.url) ? new URL(url, ownCollector.url).href : url;
}

/** Returns the settings with a URL that was just posted to at the start of `endpoints`. */
export function withPostedEndpoint(delivery: DeliverySettings, url: string): DeliverySettings {
  const others = delivery.endpoints.filter((endpoint) => endpoint !== url);
  return { ...delivery, endpoints: [url, ...others].slice(0, MAX_ENDPOINTS) };
}

/**
 * Parses headers into names and values.
 * A line without a colon is a name with an empty value.
 */
export function parseRequestHeaders(text: string): [string, string][] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const colon = line.indexOf(':');
    return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
}

/** Headers that scripts cannot set. Browsers omit these headers silently (Fetch, "forbidden request-header"). */
const FORBIDDEN_HEADER =
  /^(?:accept-(?:charset|encoding)|access-control-request-.+|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|(?:proxy|sec)-.*)$/i;

/** Returns the names of the headers that the browser does not send. */
export function unsentHeaderNames(text: string): readonly string[] {
  return parseRequestHeaders(text).flatMap(([name]) => (FORBIDDEN_HEADER.test(name) ? [name] : []));
}
