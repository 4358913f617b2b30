import { expect, it } from 'vitest';
import { englishJsonFaults } from '#core/report/json-fault-messages';
import { messagesOf } from '#tests/drivers/read-messages';

it('the English locale says of JSON faults what the command line says', () => {
  const inLocale = [...messagesOf('en')].filter(([key]) => key.startsWith('jsonFault.'));
  expect(inLocale.map(([key, text]) => [key.replace('jsonFault.', ''), text.replaceAll("'}'", '}')])).toEqual(
    Object.entries(englishJsonFaults),
  );
});
