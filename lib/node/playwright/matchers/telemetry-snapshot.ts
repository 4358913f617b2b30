import { mapVolatileFields } from '#core/drafts/stable-event';
import { eventJson } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { formatJson } from '#core/quoting/json-text';
import { createRedactor } from '#core/redaction/redactor';
import type { JudgedRecord } from '#core/stream/judged-record';

/**
 * Writes events as JSON text that is the same in each run: a volatile value is replaced by the name of its field, such
 * as `<mid>`. A token, an email address or a phone number is replaced by a pseudonym: the file is committed. Events stand in the order in which their calls were observed.
 *
 * @param mask Further paths, such as `edata.extra.time`; `*` stands for any key or index.
 */
export function formatSnapshot(records: readonly JudgedRecord[], mask: readonly string[] = []): string {
  const redactor = createRedactor();
  const events = records.flatMap((record): readonly Json[] => {
    const json = eventJson(record);
    return json === undefined ? [] : [redactor.json(mapVolatileFields(json, (_, path) => `<${path.at(-1)}>`, mask))];
  });
  return `${formatJson(events, 2)}\n`;
}
