import type { UnreadRequest } from '#core/wire/page-messages';
import { apply, truncate } from '#page/builtins';

/** The URLs to which this document and earlier ones have sent telemetry. */
export interface TelemetryUrls {
  /** Adds a URL, without its query and fragment. */
  add(url: string): void;
  has(url: string): boolean;
  /** Reports a request with an unreadable body, which was sent or stopped. */
  reportUnread(request: UnreadRequest): void;
}

const { indexOf } = String.prototype;

/** Creates an empty set of URLs. `report` is called for requests with an unreadable body. */
export function createTelemetryUrls(report: (request: UnreadRequest) => void): TelemetryUrls {
  const urls = Object.create(null) as Record<string, true>;
  return {
    add(url) {
      urls[withoutQuery(url)] = true;
    },
    has: (url) => urls[withoutQuery(url)] === true,
    reportUnread: report,
  };
}

function withoutQuery(url: string): string {
  let end = url.length;
  for (const delimiter of ['?', '#']) {
    const index = apply(indexOf, url, [delimiter]);
    if (index >= 0 && index < end) end = index;
  }
  return truncate(url, end);
}
