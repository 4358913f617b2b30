import { type Json, valueAt } from '../../json';
import { requestsOf, restsOf, type SentRequest } from './requests';
import { shellQuote } from './shell-quote';
import type { Pieces, Writing } from './writing';

/** The requests that carried the events, as commands for a POSIX shell. */
export function writeCurl(writing: Writing): Pieces {
  const { records, all } = writing;
  return { count: records.length + restsOf(records, all) + 2, texts: pieces(writing) };
}

function* pieces({ records, all, mask }: Writing): Generator<string> {
  yield '#!/bin/sh\n# Headers are not recorded. Add -H "Authorization: …" where the collector asks for it.\n';
  const sent = yield* requestsOf(records, all);
  for (const one of sent) yield `\n${commandOf(one, mask)}\n`;
  const unsent = records.filter(({ requests }) => requests.length === 0).length;
  if (unsent > 0) yield `\n# Not sent, so there is no request to repeat: ${unsent} of ${records.length} events.\n`;
}

/** Longest single argument that Linux takes is 128 KiB; what is near it is read from the script instead. In UTF-16 units. */
const LONGEST_ARGUMENT = 40_000;
const END_OF_BODY = 'END_OF_BODY';

function commandOf({ request, body, known }: SentRequest, mask: Writing['mask']): string {
  const masked = mask({ url: request.url, method: request.method, text: JSON.stringify(body) });
  const text = textAt(masked, 'text');
  const head = [
    `curl ${shellQuote(textAt(masked, 'url'))}`,
    `-X ${shellQuote(textAt(masked, 'method'))}`,
    `-H ${shellQuote('Content-Type: application/json')}`,
  ];
  const note = known === request.batchSize ? '' : `# ${known} of the ${request.batchSize} events of this batch.\n`;
  // JSON has no line ends of its own here, so no line of it can be the end mark.
  if (text.length > LONGEST_ARGUMENT) {
    return `${note}${[...head, `--data-binary @- <<'${END_OF_BODY}'`].join(' \\\n  ')}\n${text}\n${END_OF_BODY}`;
  }
  return note + [...head, `--data-raw ${shellQuote(text)}`].join(' \\\n  ');
}

function textAt(masked: Json, key: string): string {
  const text = valueAt(masked, [key]);
  return typeof text === 'string' ? text : '';
}
