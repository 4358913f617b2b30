import type { Rejection } from '#core/collector/read-batch';
import { englishText } from '#core/report/english-text';

/** Returns one or two sentences about why a request is rejected and what is needed. */
export function rejectionText(rejection: Rejection): string {
  switch (rejection.reason) {
    case 'wrong-method':
      return `Send telemetry by POST; got ${rejection.method}.`;
    case 'too-large':
      return 'The body is larger than 5 MB, the limit of the telemetry service.';
    case 'too-many-values':
      return 'The body has more than 200,000 fields and items.';
    case 'empty':
      return 'The body is empty. Send a batch of events.';
    case 'unknown-encoding':
      return `Content-Encoding ${rejection.encoding} isn't supported.${zstdHint(rejection.encoding)}`;
    case 'damaged-encoding':
      return rejection.encoding === ''
        ? 'The compressed body is corrupt or truncated.'
        : `The body isn't valid ${rejection.encoding}, or is truncated.`;
    case 'wrong-charset':
      return `The charset ${rejection.charset} isn't supported. Send UTF-8.`;
    case 'not-json':
      return `The body is not JSON. Line ${rejection.line}, column ${rejection.column}: ${englishText(rejection.message)}`;
    case 'no-telemetry':
      return rejection.missing === 'eid'
        ? 'The body has no telemetry: no field is named eid.'
        : 'The body has no telemetry: no object with eid has edata, or two of ets, ver, mid, actor and context.';
  }
}

function zstdHint(encoding: string): string {
  return /zstd/i.test(encoding) ? ' It needs Node.js 22.15 or later.' : '';
}
