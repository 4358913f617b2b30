import { expect, it } from 'vitest';
import { englishJsonFaults } from '#core/report/json-fault-messages';
import { messageNamesOf } from '#tests/drivers/read-messages';

it('the English locale says of JSON faults what the command line says', () => {
  const inLocale = [...messageNamesOf('en')].filter(([key]) => key.startsWith('jsonFault_'));
  expect(inLocale.map(([key, text]) => [key.replace('jsonFault_', ''), text])).toEqual(
    Object.entries(englishJsonFaults),
  );
});
