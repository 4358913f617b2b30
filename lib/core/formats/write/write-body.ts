import { isJsonObject, type Json, stringAt } from '#core/json/json';
import type { BodyShape } from '#core/telemetry/body/telemetry-body';
import type { SentRequest } from './sent-request';

type BodyForm = NonNullable<BodyShape['form']>;

/** The body of a request as text, in the shape in which the page sent it. */
export interface WrittenBody {
  readonly mimeType: string;
  readonly text: string;
}

/** Writes the body of a request. Secrets are redacted before encoding: percent-encoding would hide them. */
export function writeBody({ request, values }: SentRequest, redact: (json: Json) => Json): WrittenBody {
  const redactText = (text: string) => stringAt(redact({ text }), ['text']) ?? '';
  const texts = values.map((value) => redactText(JSON.stringify(value)));
  const form = request.bodyShape?.form;
  return form
    ? writeForm({ ...form, field: redactText(form.field) }, texts)
    : { mimeType: 'application/json', text: texts[0] ?? '' };
}

/** Returns English sentences about missing parts of the body. Text in files is always English. */
export function describeMissingParts({ request, knownEvents }: SentRequest): readonly string[] {
  const { batchSize, bodyShape, bodyFields } = request;
  const hadBodyFields = bodyShape === undefined || bodyShape.path.length > 0;
  return [
    knownEvents === batchSize ? null : `${knownEvents} of the ${batchSize} events of this batch were in the list.`,
    hadBodyFields && !isJsonObject(bodyFields) ? 'The other fields of the body were too long to be recorded.' : null,
    bodyShape?.form?.hasOtherFields ? 'The other fields of the form were not recorded.' : null,
  ].filter((sentence) => sentence !== null);
}

function writeForm({ type, field }: BodyForm, texts: readonly string[]): WrittenBody {
  if (type === 'urlencoded') {
    const fields = texts.map((text) => new URLSearchParams({ [field]: text }).toString());
    return { mimeType: 'application/x-www-form-urlencoded', text: fields.join('&') };
  }
  let boundary = '----TelemetryV3Form';
  while (texts.some((text) => text.includes(boundary))) boundary += '-';
  const parts = texts.map(
    (text) => `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(field)}"\r\n\r\n${text}\r\n`,
  );
  return { mimeType: `multipart/form-data; boundary=${boundary}`, text: `${parts.join('')}--${boundary}--\r\n` };
}

/** Escapes the name of an entry as the HTML Standard does. */
function escapeName(name: string): string {
  return name.replace(/\n/g, '%0A').replace(/\r/g, '%0D').replace(/"/g, '%22');
}
