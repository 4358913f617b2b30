import type { Json } from '#core/json/json';
import { formatCurlCommand } from '#core/quoting/curl-command';
import { formatJavaScriptLiteral } from '#core/quoting/javascript-literal';
import type { EventKind } from '#core/telemetry/kinds';
import { isSdkGlobal } from '#core/telemetry/sdk-globals';

/** A draft, ready to be written as code. */
export interface CopiedDraft {
  readonly kind: EventKind;
  readonly args: readonly Json[];
  /** The name under which the page reaches its SDK. */
  readonly global: string;
  /** URL that the body would be posted to; empty if no collector is known. */
  readonly endpoint: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Whether the entity's token is sent. It is never written: a variable replaces it. */
  readonly asEntity: boolean;
  readonly body: string;
}

/** Code that a draft can be copied as. */
export type CopyFormat = 'sdk' | 'curl' | 'fetch' | 'playwright';

/** All formats, in the order of the menu. */
export const copyFormats: readonly CopyFormat[] = ['sdk', 'curl', 'fetch', 'playwright'];

const UNKNOWN_COLLECTOR = 'https://collector.example.org/v1/telemetry';

/** The draft as code that fires the same. Whatever its texts hold, they stay texts. */
export function copyAs(format: CopyFormat, draft: CopiedDraft): string {
  return writers[format](draft);
}

const writers: Readonly<Record<CopyFormat, (draft: CopiedDraft) => string>> = {
  sdk(draft) {
    const { kind, args, global } = draft;
    if (!isSdkGlobal(global)) return foreignGlobal(draft);
    return `${global}.${kind}(${args.map((arg) => formatJavaScriptLiteral(arg)).join(', ')});\n`;
  },
  curl(draft) {
    const command = formatCurlCommand({
      method: 'POST',
      url: urlOf(draft),
      headers: headersOf(draft),
      ...(draft.asEntity ? { tokenVariable: 'TOKEN' } : {}),
      body: draft.body,
    });
    return `${command}\n`;
  },
  fetch(draft) {
    const headers = [...headersOf(draft), ...(draft.asEntity ? [['Authorization', 'Bearer …']] : [])];
    const request = [
      "method: 'POST'",
      `headers: ${formatJavaScriptLiteral(Object.fromEntries(headers))}`,
      `body: ${formatJavaScriptLiteral(draft.body)}`,
    ];
    return `await fetch(${formatJavaScriptLiteral(urlOf(draft))}, {\n  ${request.join(',\n  ')},\n});\n`;
  },
  playwright(draft) {
    const { kind, args, global } = draft;
    if (!isSdkGlobal(global)) return foreignGlobal(draft);
    const literal = `[${args.map((arg) => formatJavaScriptLiteral(arg)).join(', ')}]`;
    return literal.includes('__proto__')
      ? `await page.evaluate((json) => ${global}.${kind}(...JSON.parse(json)), ${formatJavaScriptLiteral(JSON.stringify(args))});\n`
      : `await page.evaluate((args) => ${global}.${kind}(...args), ${literal});\n`;
  },
};

function foreignGlobal({ kind, global }: CopiedDraft): string {
  return `// ${formatJavaScriptLiteral(global)} is no name of an SDK: the ${kind} is not written as a call.\n`;
}

function urlOf({ endpoint }: CopiedDraft): string {
  return endpoint.trim() || UNKNOWN_COLLECTOR;
}

/** Returns the headers without the one that the entity's token replaces. */
function headersOf({ headers, asEntity }: CopiedDraft): readonly (readonly [string, string])[] {
  return asEntity ? headers.filter(([name]) => name.toLowerCase() !== 'authorization') : headers;
}
