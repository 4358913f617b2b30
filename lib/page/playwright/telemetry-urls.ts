import type { UnreadRequest } from '#core/wire/page-messages';

/** The URLs that took telemetry, in this document and in those before it. */
export interface TelemetryUrls {
  /** Adds a URL, without its query and fragment. */
  add(url: string): void;
  has(url: string): boolean;
  /** A request left, or was stopped, whose body could not be read. */
  reportUnread(request: UnreadRequest): void;
}

const { indexOf, substring } = String.prototype;
const { apply } = Reflect;

/** @param report reports a request with a body that could not be read. */
export function createTelemetryUrls(report: (request: UnreadRequest) => void): TelemetryUrls {
  const known = Object.create(null) as Record<string, true>;
  return {
    add(url) {
      known[withoutQuery(url)] = true;
    },
    has: (url) => known[withoutQuery(url)] === true,
    reportUnread: report,
  };
}

function withoutQuery(url: string): string {
  let end = url.length;
  for (const mark of ['?', '#']) {
    const at = apply(indexOf, url, [mark]);
    if (at >= 0 && at < end) end = at;
  }
  return apply(substring, url, [0, end]);
}
