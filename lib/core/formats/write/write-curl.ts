import { stringAt } from '#core/json/json';
import { formatCurlCommand } from '#core/quoting/curl-command';
import { createRequestWriter, defineExportFormat } from './export-format';
import { countStored } from './long-value-source';
import type { SentRequest } from './sent-request';
import { needsSyntheticRequest, SYNTHETIC_REQUEST_NOTE } from './synthetic-requests';
import { describeMissingParts, writeBody } from './write-body';
import { collectRequests, countPieces, restoreRequestValues } from './write-requests';
import type { FilePieces, Writing } from './writing';

const CURL_HEADER =
  '#!/bin/sh\n# Headers are not recorded. Add -H "Authorization: …" where the collector asks for it.\n';

/** Writes the requests that carried the events as commands for a POSIX shell. */
function writeCurl(writing: Writing): FilePieces {
  const { records, all } = writing;
  return { count: countPieces(records, all) + countStored(all) + 2, texts: pieces(writing) };
}

function* pieces({ records, all, redact, longValues }: Writing): Generator<string> {
  yield CURL_HEADER;
  const sent = yield* collectRequests(records, all);
  for (const request of sent) yield curlCommand(yield* restoreRequestValues(request, longValues), redact);
  const unsent = records.filter((record) => record.requests.length === 0 && !needsSyntheticRequest(record)).length;
  if (unsent > 0) yield `\n# Not sent, so there is no request to repeat: ${unsent} of ${records.length} events.\n`;
}

/** Writes the command that sends a request again, with an empty line before it. */
function curlCommand(sent: SentRequest, redact: Writing['redact']): string {
  return `\n${formatCommand(sent, redact)}\n`;
}

function formatCommand(sent: SentRequest, redact: Writing['redact']): string {
  const { url, method } = sent.request;
  const redacted = redact({ url, method });
  const { mimeType, text } = writeBody(sent, redact);
  const notes = [...(sent.isSynthetic ? [SYNTHETIC_REQUEST_NOTE] : []), ...describeMissingParts(sent)].map(
    (sentence) => `# ${sentence}\n`,
  );
  const command = formatCurlCommand({
    method: stringAt(redacted, ['method']) ?? '',
    url: stringAt(redacted, ['url']) ?? '',
    headers: [['Content-Type', mimeType]],
    body: text,
  });
  return notes.join('') + command;
}

/** The format `curl`: commands for a POSIX shell. */
export const curlFormat = defineExportFormat({
  id: 'curl',
  extension: 'sh',
  mimeType: 'text/x-shellscript',
  holdsRequests: true,
  write: writeCurl,
  createRecordWriter: ({ redact }) => createRequestWriter(CURL_HEADER, '', (sent) => curlCommand(sent, redact)),
});
