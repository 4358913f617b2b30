import { shellQuote } from '../exchange/write/shell-quote';
import type { Json } from '../json';
import type { EventKind } from '../telemetry/kinds';

/** A draft, ready to be written as code. */
export interface CopiedDraft {
  readonly kind: EventKind;
  readonly args: readonly Json[];
  /** The name under which the page reaches its SDK. */
  readonly global: string;
  /** Where the body would be posted; empty where no collector is known. */
  readonly endpoint: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Whether an entity's token goes along. It is never written out: a variable stands for it. */
  readonly asEntity: boolean;
  readonly body: string;
}

export type CopyFormat = 'sdk' | 'curl' | 'fetch' | 'playwright';

export const copyFormats: readonly CopyFormat[] = ['sdk', 'curl', 'fetch', 'playwright'];

const UNKNOWN_COLLECTOR = 'https://collector.example.org/v1/telemetry';

/** The draft as code that fires the same. Whatever its texts hold, they stay texts. */
export function copyAs(format: CopyFormat, draft: CopiedDraft): string {
  return writers[format](draft);
}

const writers: Readonly<Record<CopyFormat, (draft: CopiedDraft) => string>> = {
  sdk: ({ kind, args, global }) => `${global}.${kind}(${args.map(literal).join(', ')});\n`,
  curl(draft) {
    const headers = headersOf(draft, '$TOKEN').map(([name, value]) => {
      const header = shellQuote(`${name}: ${value}`);
      // The variable must be read by the shell, so it stands outside the quotes.
      return `-H ${value === 'Bearer $TOKEN' ? `'${name}: Bearer '"$TOKEN"` : header}`;
    });
    return `${[`curl ${shellQuote(urlOf(draft))}`, ...headers, `--data-raw ${shellQuote(draft.body)}`].join(' \\\n  ')}\n`;
  },
  fetch(draft) {
    const headers = Object.fromEntries(headersOf(draft, '…'));
    const request = `method: 'POST',\n  headers: ${literal(headers)},\n  body: ${literal(draft.body)},`;
    return `await fetch(${literal(urlOf(draft))}, {\n  ${request}\n});\n`;
  },
  playwright: ({ kind, args, global }) =>
    `await page.evaluate((args) => ${global}.${kind}(...args), [${args.map(literal).join(', ')}]);\n`,
};

function urlOf({ endpoint }: CopiedDraft): string {
  return endpoint.trim() || UNKNOWN_COLLECTOR;
}

function headersOf({ headers, asEntity }: CopiedDraft, token: string): readonly (readonly [string, string])[] {
  if (!asEntity) return headers;
  return [...headers.filter(([name]) => name.toLowerCase() !== 'authorization'), ['Authorization', `Bearer ${token}`]];
}

/** JSON is JavaScript, but for `__proto__`, which would be the object's prototype there. */
function literal(value: Json): string {
  const text = JSON.stringify(value, null, 2).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return text.includes('__proto__') ? `JSON.parse(${JSON.stringify(JSON.stringify(value))})` : text;
}
