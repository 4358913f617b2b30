import { stringAt } from '#core/json/json';
import { formatCurlCommand } from '#core/quoting/curl-command';
import { missingParts, writeBody } from './write-body';
import { countPieces, requestsOf, type SentRequest } from './write-requests';
import type { Pieces, Writing } from './writing';

/** The requests that carried the events, as commands for a POSIX shell. */
export function writeCurl(writing: Writing): Pieces {
  const { records, all } = writing;
  return { count: countPieces(records, all) + 2, texts: pieces(writing) };
}

function* pieces({ records, all, mask }: Writing): Generator<string> {
  yield '#!/bin/sh\n# Headers are not recorded. Add -H "Authorization: …" where the collector asks for it.\n';
  const sent = yield* requestsOf(records, all);
  for (const one of sent) yield `\n${commandOf(one, mask)}\n`;
  const unsent = records.filter(({ requests }) => requests.length === 0).length;
  if (unsent > 0) yield `\n# Not sent, so there is no request to repeat: ${unsent} of ${records.length} events.\n`;
}

function commandOf(sent: SentRequest, mask: Writing['mask']): string {
  const { url, method } = sent.request;
  const masked = mask({ url, method });
  const { mimeType, text } = writeBody(sent, mask);
  const notes = missingParts(sent).map((sentence) => `# ${sentence}\n`);
  const command = formatCurlCommand({
    method: stringAt(masked, ['method']) ?? '',
    url: stringAt(masked, ['url']) ?? '',
    headers: [['Content-Type', mimeType]],
    body: text,
  });
  return notes.join('') + command;
}
