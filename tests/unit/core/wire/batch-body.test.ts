import { expect, it } from 'vitest';
import { parseBatchBody } from '#core/wire/batch-body';

const events = [{ eid: 'LOG', ets: 1, mid: 'm1', edata: { message: 'a\nb' } }];
const json = JSON.stringify({ id: 'api.sunbird.telemetry', params: { msgid: 'n' }, events });
const form = (boundary: string, attributes: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="data"${attributes}\r\n\r\n${content}\r\n--${boundary}--\r\n`;

it('the size of a body is measured in UTF-8 bytes', () => {
  expect(parseBatchBody(json.replace('"n"', '"aजल🙂"'))?.bodyBytes).toBe(json.length - 1 + 1 + 3 + 3 + 4);
});

it('a blob in a form has one key, whether its content or the whole form is observed', () => {
  const observedInPage = parseBatchBody(json);
  const observedInDevtools = parseBatchBody(form('x1', '; filename="blob"\r\nContent-Type: application/json', json));
  expect(observedInDevtools?.bodyKey).toBe(observedInPage?.bodyKey);
  expect(observedInDevtools?.events).toEqual(events);
});

it('a form has one key for any boundary, and another key for other content', () => {
  const keyOf = (boundary: string, content: string) => parseBatchBody(form(boundary, '', content))?.bodyKey;
  expect(keyOf('x1', json)).toBe(keyOf('x2', json));
  expect(keyOf('x1', json)).not.toBe(keyOf('x1', json.replace('"n"', '"o"')));
});
