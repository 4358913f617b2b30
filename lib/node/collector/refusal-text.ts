import type { Refusal } from '#core/collector/read-batch';
import { englishText } from '#core/report/english-text';

/** Returns one or two sentences about why a request is refused and what is needed. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.reason) {
    case 'wrong-method':
      return `Telemetry is sent by POST, not by ${refusal.method}.`;
    case 'too-large':
      return 'The body is larger than 5 MB, the maximum of the telemetry service.';
    case 'too-many-values':
      return 'The body has more than 200,000 fields and items.';
    case 'empty':
      return 'The body is empty. Send a batch of events.';
    case 'unknown-encoding':
      return `Content-Encoding ${refusal.encoding} cannot be read here.${zstdHint(refusal.encoding)}`;
    case 'damaged-encoding':
      return refusal.encoding === ''
        ? 'The packed body is damaged or ends early.'
        : `The body is no ${refusal.encoding}, or ends early.`;
    case 'wrong-charset':
      return `The charset ${refusal.charset} is not taken. Send UTF-8.`;
    case 'not-json':
      return `The body is not JSON. Line ${refusal.line}, column ${refusal.column}: ${englishText(refusal.message)}`;
    case 'no-telemetry':
      return refusal.missing === 'eid'
        ? 'The body has no telemetry: it has no field eid.'
        : 'The body has no telemetry: nothing with an eid has edata, or two of ets, ver, mid, actor and context.';
  }
}

function zstdHint(encoding: string): string {
  return /zstd/i.test(encoding) ? ' It needs Node.js 22.15 or later.' : '';
}
