import type { Json } from '#core/json/json';
import { formatCurlCommand } from '#core/quoting/curl-command';
import { formatJavaScriptLiteral } from '#core/quoting/javascript-literal';
import type { EventKind } from '#core/telemetry/kinds';
import { isSdkGlobal } from '#core/telemetry/sdk-globals';

/** A draft to be copied as code. */
export interface CopiedDraft {
  readonly kind: EventKind;
  readonly args: readonly Json[];
  /** Name of the SDK's global variable. */
  readonly global: string;
  /** URL of the collector; empty if unknown. */
  readonly endpoint: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Whether the entity's token is sent. The code contains a placeholder for the token. */
  readonly hasEntityToken: boolean;
  readonly body: string;
}

/** A format in which a draft can be copied. */
export type CopyFormat = 'sdk' | 'curl' | 'fetch' | 'playwright';

/** All formats, in the order of the menu. */
export const copyFormats: readonly CopyFormat[] = ['sdk', 'curl', 'fetch', 'playwright'];

const UNKNOWN_COLLECTOR = 'https://collector.example.org/v1/telemetry';

/** Writes code that fires the draft. All texts are escaped, so none can become code. */
export function formatDraftAs(format: CopyFormat, draft: CopiedDraft): string {
  return writers[format](draft);
}

const writers: Readonly<Record<CopyFormat, (draft: CopiedDraft) => string>> = {
  sdk(draft) {
    const { kind, args, global } = draft;
    if (!isSdkGlobal(global)) return writeInvalidGlobal(draft);
    return `${global}.${kind}(${args.map((arg) => formatJavaScriptLiteral(arg)).join(', ')});\n`;
  },
  curl(draft) {
    const command = formatCurlCommand({
      method: 'POST',
      url: urlOf(draft),
      headers: headersOf(draft),
      ...(draft.hasEntityToken ? { tokenVariable: 'TOKEN' } : {}),
      body: draft.body,
    });
    return `${command}\n`;
  },
  fetch(draft) {
    const headers = [...headersOf(draft), ...(draft.hasEntityToken ? [['Authorization', 'Bearer …']] : [])];
    const request = [
      "method: 'POST'",
      `headers: ${formatJavaScriptLiteral(Object.fromEntries(headers))}`,
      `body: ${formatJavaScriptLiteral(draft.body)}`,
    ];
    return `await fetch(${formatJavaScriptLiteral(urlOf(draft))}, {\n  ${request.join(',\n  ')},\n});\n`;
  },
  playwright(draft) {
    const { kind, args, global } = draft;
    if (!isSdkGlobal(global)) return writeInvalidGlobal(draft);
    const literal = `[${args.map((arg) => formatJavaScriptLiteral(arg)).join(', ')}]`;
    return literal.includes('__proto__')
      ? `await page.evaluate((json) => ${global}.${kind}(...JSON.parse(json)), ${formatJavaScriptLiteral(JSON.stringify(args))});\n`
      : `await page.evaluate((args) => ${global}.${kind}(...args), ${literal});\n`;
  },
};

function writeInvalidGlobal({ kind, global }: CopiedDraft): string {
  return `// ${formatJavaScriptLiteral(global)} is not a name of an SDK: the ${kind} is not written as a call.\n`;
}

function urlOf({ endpoint }: CopiedDraft): string {
  return endpoint.trim() || UNKNOWN_COLLECTOR;
}

/** Returns the headers without `Authorization` if the entity's token replaces it. */
function headersOf({ headers, hasEntityToken }: CopiedDraft): readonly (readonly [string, string])[] {
  return hasEntityToken ? headers.filter(([name]) => name.toLowerCase() !== 'authorization') : headers;
}
